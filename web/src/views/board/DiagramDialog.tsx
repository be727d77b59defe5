/** A picture of the position: to save, or to copy. */
import { useEffect, useState } from 'preact/hooks'
import { stem } from '../../../../src/bytes/source.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { diagramSvg, drawPng } from '../../state/page/diagram.ts'
import { download } from '../../state/files/download.ts'
import { attempt } from '../../state/files/library.ts'
import { node, position, record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { parts } from '../shell/served.ts'
import { useCopy } from '../shell/use-copy.ts'

export function DiagramDialog({ close }: { close: () => void }) {
  const [svg, setSvg] = useState('')
  const { said, copy } = useCopy()
  useEffect(() => {
    const board = document.querySelector<SVGSVGElement>('.board-box svg.board')
    if (board) setSvg(diagramSvg(board))
  }, [])
  const shown = record.value!
  const stands = position.value
  const name = `${stem(shown.origin?.file ?? shown.game)}-${node.value}`
  return (
    <Dialog title={words.diagram} close={close}>
      {svg !== '' && <img class="diagram" alt={words.diagram} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />}
      <div class="dialog-actions">
        <button
          type="button"
          class="primary"
          onClick={() => void attempt(async () => download(`${name}.png`, await drawPng(svg)))}
        >
          {words.savePng}
        </button>
        <button type="button" onClick={() => download(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))}>
          {words.saveSvg}
        </button>
        <button
          type="button"
          onClick={() => copy(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': drawPng(svg) })]))}
        >
          {words.copyPicture}
        </button>
        {stands && (
          <button
            type="button"
            onClick={() => copy(() => navigator.clipboard.writeText(rulesOf(shown.game).format(stands)))}
          >
            {words.copyPosition}
          </button>
        )}
        {parts.value && (
          <button type="button" onClick={() => copy(() => navigator.clipboard.writeText(location.href))}>
            {words.copyLink}
          </button>
        )}
      </div>
      <p role="status">{said}</p>
    </Dialog>
  )
}
