/** The files that are served as they lie, as a tree on the first page. */
import { attempt } from '../../state/files/library.ts'
import {
  filesBelow,
  openServed,
  readServedFolder,
  servedFolder,
  servedTree,
  type ServedBranch,
  type ServedFile,
} from '../../state/files/served-files.ts'
import { countOf, fill, formatMoment, words } from '../../words/index.ts'
import { formatSize } from '../shell/format-size.ts'

/** Folders with at most so many files are open at first. */
const FEW = 12

export function ServedFolder() {
  const folder = servedFolder.value
  if (!folder) return null
  const tree = servedTree.value
  const count = filesBelow(tree).length
  return (
    <section class="served-folder">
      <header>
        <h1>{folder.name}</h1>
        <p class="quiet">
          {countOf('filesHere', count)} · {folder.writable ? words.filesSaved : words.filesReadOnly}
        </p>
        <button type="button" onClick={() => void attempt(readServedFolder)}>
          {words.readAgain}
        </button>
        {count > 1 && <OpenAll branch={tree} />}
      </header>
      {count === 0 ? <p class="none">{words.noFilesHere}</p> : <Branch branch={tree} />}
    </section>
  )
}

function Branch({ branch: { folders, files } }: { branch: ServedBranch }) {
  return (
    <ul>
      {files.map((file) => (
        <FileLine key={file.path} file={file} />
      ))}
      {folders.map((folder) => (
        <li key={folder.name}>
          <details open={filesBelow(folder).length <= FEW}>
            <summary>
              {folder.name} <span class="quiet">{countOf('filesHere', filesBelow(folder).length)}</span>
            </summary>
            <OpenAll branch={folder} />
            <Branch branch={folder} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function FileLine({ file }: { file: ServedFile }) {
  return (
    <li class="served-file">
      <button type="button" class="link" onClick={() => void attempt(() => openServed([file]))}>
        {file.path.slice(file.path.lastIndexOf('/') + 1)}
      </button>
      <span class="quiet">{formatSize(file.size)}</span>
      <span class="quiet">{formatMoment(file.modified)}</span>
    </li>
  )
}

function OpenAll({ branch }: { branch: ServedBranch }) {
  const files = filesBelow(branch)
  return (
    <button
      type="button"
      aria-label={branch.name === '' ? words.openAll : fill(words.openAllOf, { name: branch.name })}
      onClick={() => void attempt(() => openServed(files))}
    >
      {words.openAll}
    </button>
  )
}
