/** What authors attach to a move besides comments: diagrams, turning points, medals, quoted games, pictures and links. */
import type { Annotation, Media, Quotation } from '../../../../src/model/annotation.ts'
import { fill, words, type Word } from '../../words/index.ts'

export function Extras({ annotations }: { annotations: readonly Annotation[] | undefined }) {
  return (
    <>
      {annotations?.map((annotation, index) => (
        <Extra key={index} annotation={annotation} />
      ))}
    </>
  )
}

function Extra({ annotation }: { annotation: Annotation }) {
  switch (annotation.type) {
    case 'diagram':
      return <Badge sign="▦" text={annotation.text ?? words.diagramHere} />
    case 'critical':
      return <Badge sign="◆" text={fill(words.turningPoint, { phase: words[PHASES[annotation.phase]] })} />
    case 'medals':
      return <Badge sign="★" text={annotation.names.map((name) => words[MEDALS[name] ?? 'medalOther']).join(', ')} />
    case 'quotation':
      return <Badge sign="❝" text={fill(words.quotedGame, { game: quoted(annotation) })} />
    case 'media':
      return <Medium media={annotation} />
    default:
      return null
  }
}

function Badge({ sign, text }: { sign: string; text: string }) {
  return (
    <span class="extra">
      <span aria-hidden="true">{sign}</span> {text}
    </span>
  )
}

/** A link if it is a web address; otherwise the name in the record. Nothing is fetched without a click. */
function Medium({ media: { address, caption, kind } }: { media: Media }) {
  const text = caption ?? address
  if (/^https?:\/\//i.test(address)) {
    return (
      <a class="extra" href={address} target="_blank" rel="noreferrer">
        {text}
      </a>
    )
  }
  return <Badge sign={kind === 'sound' ? '♪' : '▣'} text={text} />
}

/** The players and the event of a quoted game, as far as known. */
function quoted({ fields: { white, black, event, site } }: Quotation): string {
  const players = [white, black].filter(Boolean).join(' – ')
  return [players, event, site].filter(Boolean).join(', ')
}

const PHASES = { opening: 'kindOpening', middlegame: 'kindMiddlegame', endgame: 'kindEndgame' } as const

/** The texts for medals by their names in records. */
const MEDALS: Readonly<Record<string, Word>> = {
  'best-game': 'medalBestGame',
  'decided-tournament': 'medalDecided',
  'model-game': 'medalModel',
  novelty: 'novelty',
  'pawn-structure': 'medalPawns',
  strategy: 'medalStrategy',
  tactics: 'medalTactics',
  attack: 'attack',
  material: 'medalMaterial',
  'piece-play': 'medalPieces',
  endgame: 'kindEndgame',
  'tactical-blunder': 'medalTacticalBlunder',
  'strategic-blunder': 'medalStrategicBlunder',
}
