// Chooses the one piece of news about the draws that the dashboard shows, the most important first.
import type { DrawNews } from '@baobab/contract/scholarship/draw-news.ts'

const DAY_MS = 24 * 3_600_000
/** How long the student is told that somebody else won, or that the prize was paid. */
const LOST_MS = 7 * DAY_MS
const PAID_MS = 30 * DAY_MS

type Prize = DrawNews['prizes'][number]
type Latest = NonNullable<DrawNews['latest']>

/** `id`: what the browser remembers once the student has hidden the news. Undefined if the news stays until the student acts. */
export type NewsItem = { id?: string } &
  /** The student was drawn, but an account check is not finished. */
  (
    | { kind: 'picked'; prize: Prize }
    /** The winner has to claim the prize, or a guardian has to agree. */
    | { kind: 'claim' | 'agree'; prize: Prize }
    /** Where the prize is now. */
    | { kind: 'prize'; prize: Prize }
    /** The month has ended, and the student's number can win, or cannot. */
    | { kind: 'listed' | 'not-listed'; draw: Latest }
    | { kind: 'lost'; draw: Latest & { winner: string }; month: string }
    | { kind: 'climbed'; rank: number; places: number }
    /** The student would be in the running month's draw. */
    | { kind: 'in'; month: string }
  )

export type NewsContext = {
  now: Date
  /** The ids of the news that the student has hidden. */
  dismissed: readonly string[]
  /** The rank on an earlier day; null if it is unknown. */
  earlierRank: number | null
  /** Today in Lagos, YYYY-MM-DD. */
  today: string
}

/** Returns the most important news; undefined if there is none. */
export function chooseDrawNews(news: DrawNews, context: NewsContext): NewsItem | undefined {
  return listNews(news, context).find(({ id }) => id === undefined || !context.dismissed.includes(id))
}

/** Lists all news, the most important first. */
function listNews({ prizes, latest, current }: DrawNews, { now, earlierRank, today }: NewsContext): NewsItem[] {
  const age = (at: string) => now.getTime() - Date.parse(at)
  const items = prizes.map(describePrize)
  const isNews = ({ prize }: { prize: Prize }) => prize.paidOn === null || age(prize.paidOn) < PAID_MS
  const hasWonLatest = prizes.some(({ month }) => month === latest?.month)
  const draw = latest && !hasWonLatest ? describeDraw(latest, current.month) : undefined
  const isOld = draw?.kind === 'lost' && age(draw.draw.drawnAt ?? '') >= LOST_MS
  const { rank } = current
  const places = rank !== null && earlierRank !== null ? earlierRank - rank : 0
  return [
    ...items.filter(({ id }) => id === undefined),
    ...items.filter(({ id }) => id !== undefined).filter(isNews),
    ...(draw && !isOld ? [draw] : []),
    ...(rank !== null && places > 0 ? [{ kind: 'climbed' as const, id: `climbed ${today}`, rank, places }] : []),
    ...(current.isIn ? [{ kind: 'in' as const, id: `in ${current.month}`, month: current.month }] : []),
  ]
}

function describePrize(prize: Prize): NewsItem & { prize: Prize } {
  const { month, state, agreement, canClaim, isHeld } = prize
  if (isHeld) return { kind: 'picked', prize }
  // Earlier releases confirmed prizes without a claim.
  if (state === 'unclaimed' || (state === 'confirmed' && canClaim)) return { kind: 'claim', prize }
  if (state !== 'paid' && agreement === 'missing') return { kind: 'agree', prize }
  return { kind: 'prize', id: `${state} ${month}`, prize }
}

/** Returns what the latest draw means for a student who has not won it. */
function describeDraw(draw: Latest, month: string): (NewsItem & { draw: Latest }) | undefined {
  const { state, canWin, winner } = draw
  if (state === 'waiting')
    return { kind: canWin ? 'listed' : 'not-listed', id: `${canWin ? 'listed' : 'not listed'} ${draw.month}`, draw }
  if (!canWin || winner === null) return undefined
  return { kind: 'lost', id: `lost ${draw.month} ${winner}`, draw: { ...draw, winner }, month }
}

/** What the browser remembers for a student between visits. */
export type NewsMemory = {
  /** The latest ids that were hidden. */
  dismissed: string[]
  /** The rank at the last visit, its day in Lagos and its leaderboard, and the rank on an earlier day. */
  rank?: { now: number; day: string; board: string; before: number | null }
}

const REMEMBERED = 20

/** Returns the memory after news was hidden. */
export function dismissNews(memory: NewsMemory, id: string): NewsMemory {
  return { ...memory, dismissed: [...memory.dismissed.filter((one) => one !== id), id].slice(-REMEMBERED) }
}

/** Returns the memory after a visit with a rank: today's is still compared with the last rank of an earlier day. */
export function noteRank(
  memory: NewsMemory,
  { rank, day, board }: { rank: number; day: string; board: string },
): NewsMemory {
  const last = memory.rank?.board === board ? memory.rank : undefined
  const before = last?.day === day ? last.before : (last?.now ?? null)
  return { ...memory, rank: { now: rank, day, board, before } }
}
