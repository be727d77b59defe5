/** The comments of the move on the board, each with its place and its language. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { MoveComment } from '../../../../src/model/annotation.ts'
import { writeNotes } from '../../state/editing/edit-actions.ts'
import { node, record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'

/** Milliseconds after the last letter before the text is saved in the record. */
const REST = 250

const NONE: readonly MoveComment[] = []
const EMPTY: MoveComment = { text: '', placement: 'after' }

/** Remounted for every node; its text belongs to that node. */
export function CommentPanel() {
  const at = useRef(node.value).current
  const known = record.value?.nodes[at]?.comments ?? NONE
  const [drafts, setDrafts] = useState<readonly MoveComment[]>(known.length > 0 ? known : [EMPTY])
  const written = useRef(known)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pending = useRef<readonly MoveComment[] | undefined>(undefined)
  const write = () => {
    clearTimeout(timer.current)
    const waiting = pending.current
    pending.current = undefined
    if (!waiting) return
    const comments = waiting.filter(({ text }) => text.trim() !== '')
    written.current = comments
    writeNotes(at, { comments }, `comments ${at}`)
  }
  const change = (comments: readonly MoveComment[]) => {
    setDrafts(comments)
    pending.current = comments
    clearTimeout(timer.current)
    timer.current = setTimeout(write, REST)
  }
  useLayoutEffect(() => {
    // Before what is not saved is asked about and stored.
    const leaving = ['beforeunload', 'pagehide'] as const
    for (const event of leaving) addEventListener(event, write, true)
    return () => {
      for (const event of leaving) removeEventListener(event, write, true)
      write()
    }
  }, [])
  // If undone or changed elsewhere, the text of the record is shown.
  useEffect(() => {
    if (pending.current || known === written.current) return
    written.current = known
    setDrafts(known.length > 0 ? known : [EMPTY])
  }, [known])
  const changeOne = (index: number, changed: MoveComment) => change(drafts.with(index, changed))
  return (
    // A Ctrl shortcut may save: the latest text must be included.
    <div class="edit-panel" onBlur={write} onKeyDown={({ ctrlKey, metaKey }) => (ctrlKey || metaKey) && write()}>
      {drafts.map((comment, index) => (
        <CommentField
          key={index}
          comment={comment}
          change={(changed) => changeOne(index, changed)}
          remove={() => change(drafts.toSpliced(index, 1))}
        />
      ))}
      <button type="button" onClick={() => setDrafts([...drafts, EMPTY])}>
        {words.addComment}
      </button>
    </div>
  )
}

interface CommentFieldProps {
  comment: MoveComment
  change: (comment: MoveComment) => void
  remove: () => void
}

function CommentField({ comment, change, remove }: CommentFieldProps) {
  return (
    <div class="comment-field">
      <textarea
        rows={3}
        aria-label={words.comment}
        value={comment.text}
        lang={comment.language}
        onInput={({ currentTarget }) => change({ ...comment, text: currentTarget.value })}
      />
      <div class="edit-bar">
        <select
          aria-label={words.placement}
          value={comment.placement}
          onChange={({ currentTarget }) =>
            change({ ...comment, placement: currentTarget.value === 'before' ? 'before' : 'after' })
          }
        >
          <option value="after">{words.afterMove}</option>
          <option value="before">{words.beforeMove}</option>
        </select>
        <input
          type="text"
          class="short"
          aria-label={words.languageCode}
          placeholder={words.languageCode}
          title={words.languageCode}
          maxLength={2}
          value={comment.language ?? ''}
          onInput={({ currentTarget }) => change(inLanguage(comment, currentTarget.value.trim().toLowerCase()))}
        />
        <button
          type="button"
          class="tool"
          aria-label={words.removeComment}
          title={words.removeComment}
          onClick={remove}
        >
          ✕
        </button>
      </div>
    </div>
  )
}

function inLanguage({ language: _language, ...comment }: MoveComment, code: string): MoveComment {
  return /^[a-z]{2}$/.test(code) ? { ...comment, language: code } : comment
}
