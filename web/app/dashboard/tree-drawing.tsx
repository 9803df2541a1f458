const EARTH = '#b23e1e'
const LEAF = '#7fd8b0'
const FRUIT = '#ffc21a'
const SHADOW = '#2a3170'

/** A sprout with two leaves, until the trunk grows in its place. */
const SPROUT = 'M60 97v-22M60 84c-3-9-11-13-20-12 2 9 10 14 20 12ZM60 78c3-9 11-13 20-12-2 9-10 14-20 12Z'

const oval = (x: number, y: number, rx: number, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`

/** A line has a width; a shape without one is filled. */
type Part = { d: string; colour: string; width?: number }

/** The parts of the baobab in the order in which they grow, one for each finished video. */
const parts: readonly Part[] = [
  { d: 'M58 99c-8 4-19 4-28 11M60 99c1 6-1 10-3 16M62 99c8 4 19 4 28 11', colour: EARTH, width: 4 },
  { d: 'M44 101c5-13 4-24 2-36l9 5h10l9-5c-2 12-3 23 2 36Z', colour: EARTH },
  { d: 'M51 68C43 60 36 55 27 52', colour: EARTH, width: 6 },
  { d: 'M69 68c8-8 15-13 24-16', colour: EARTH, width: 6 },
  { d: 'M60 72c-1-12 0-22 0-34', colour: EARTH, width: 7 },
  { d: oval(25, 47, 17, 11), colour: LEAF },
  { d: oval(95, 47, 17, 11), colour: LEAF },
  { d: oval(60, 26, 20, 12), colour: LEAF },
  { d: oval(40, 35, 17, 11), colour: LEAF },
  { d: oval(80, 35, 17, 11), colour: LEAF },
  ...[
    [25, 49],
    [95, 49],
    [60, 26],
    [40, 37],
    [80, 37],
    [48, 22],
    [72, 22],
    [14, 44],
    [106, 44],
    [60, 40],
  ].map(([x = 0, y = 0]) => ({ d: oval(x, y, 4), colour: FRUIT })),
]

/**
 * The student's baobab on the cloth, which has the same colours in both themes: roots, trunk, branches, leaves, fruit. The part that
 * grows next is dashed, and the shadow of the whole tree shows what it will be.
 * @param props.growth the number of finished videos
 */
export function TreeDrawing({ growth, label }: { growth: number; label: string }) {
  const next = parts[growth]
  return (
    <svg className="path__tree" viewBox="0 10 120 108" role="img" aria-label={label}>
      <path d={oval(60, 101, 46, 6)} fill={SHADOW} />
      {parts.map((part, at) => (
        <path key={part.d} {...toShape(at < growth ? part : { ...part, colour: SHADOW })} />
      ))}
      {growth === 0 && <path d={oval(60, 98, 7, 5)} fill={EARTH} />}
      {growth < 2 && <path d={SPROUT} fill={LEAF} stroke={LEAF} strokeWidth="2" />}
      {next && <path d={next.d} fill="none" stroke="#d5daf7" strokeWidth="1.5" strokeDasharray="3 3" />}
    </svg>
  )
}

const toShape = ({ d, colour, width }: Part) =>
  width === undefined
    ? { d, fill: colour }
    : { d, fill: 'none', stroke: colour, strokeWidth: width, strokeLinecap: 'round' as const }
