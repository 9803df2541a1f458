// Plans a demonstration world: who joins, watches, answers and pays, and when. Pure: the same day gives the same world.
import { type AgeCategory, lagosDate } from '@baobab/contract/accounts/rules.ts'
import { mondayOf, startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { type Avatar, avatars } from '@baobab/contract/profile/text.ts'
import { lastMonth, monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { seededRandom } from '../platform/seeded-random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The students with their drawn pictures. Letters and digits only, because visitors log in with these names. */
const cast: readonly (readonly [username: string, avatar: Avatar])[] = [
  ['adaobi7', 'two-puffs'],
  ['bayostar', 'blue-cap'],
  ['chidik9', 'high-top'],
  ['dami2014', 'short-hair'],
  ['ebele_o', 'braids-with-beads'],
  ['femi_b', 'green-cap'],
  ['gozie11', 'short-hair-and-glasses'],
  ['hauwa_s', 'blue-hijab'],
  ['ifeoma3', 'puffs-and-glasses'],
  ['jide_ok', 'red-cap'],
  ['kemi_t', 'long-braids'],
  ['lolade5', 'yellow-headtie'],
  ['musa_k', 'white-cap'],
  ['nnamdi8', 'high-top'],
  ['ogechi_n', 'brown-braids'],
  ['pelumi4', 'afro-and-headband'],
  ['rukky_e', 'red-headtie'],
  ['sadiq_m', 'white-cap'],
  ['tobi_a', 'short-hair'],
  ['uche_99', 'blue-cap'],
  ['victor_i', 'short-hair-and-glasses'],
  ['wale_j', 'green-cap'],
  ['yewande', 'blue-headtie'],
  ['zainab_u', 'pink-hijab'],
  ['amaka_c', 'braids-and-glasses'],
  ['bisi_f', 'green-headtie'],
  ['emeka_d', 'red-cap'],
  ['funke_l', 'high-bun'],
  ['halima2', 'white-hijab'],
  ['kunle_w', 'short-hair'],
]

export type DemoStudent = {
  username: string
  ageCategory: AgeCategory
  birth: string
  gender: 'female' | 'male'
  avatar: Avatar
  /** The probability of a correct answer. */
  skill: number
}

/** Everything that happens in the world, in order. */
export type DemoEvent = { at: Date } & (
  | { kind: 'join'; student: DemoStudent }
  | { kind: 'pay'; student: DemoStudent; outcome: 'paid' | 'returned' | 'open' }
  | { kind: 'quiz'; student: DemoStudent; video: number; seed: number }
  | { kind: 'report'; student: DemoStudent }
  | { kind: 'message'; student: DemoStudent; text: string }
  | { kind: 'notification'; title: string; description: string }
  | { kind: 'freeze' | 'strike' | 'draw' | 'confirm'; month: string }
)

/** Returns the beginning of the world: the start of the month before last, so that it has two complete months. */
export function worldBegin(now: Date): Date {
  const month = lastMonth(monthCloses(lastMonth(now)).closesAt)
  return new Date(`${month}-01T00:05:00+01:00`)
}

/** How many of the drawn pictures show girls; these come first. */
const GIRLS = 17

/** Returns thirty students, twelve of them aged 5 to 10, whose ages stay in their category. */
export function planStudents(now: Date): DemoStudent[] {
  const random = seededRandom(7)
  const year = Number(lagosDate(now).slice(0, 4))
  return cast.map(([username, avatar], n): DemoStudent => {
    const isYoung = n % 5 < 2
    // Students who are 7 to 9 or 12 to 18 at the end of this year stay in one category during these months.
    const age = isYoung ? 7 + (n % 3) : 12 + (n % 7)
    const birth = `${year - age}-0${1 + (n % 9)}-1${n % 10}`
    const ageCategory = isYoung ? '5-10' : '11-20'
    return {
      username,
      ageCategory,
      birth,
      gender: avatars.indexOf(avatar) < GIRLS ? 'female' : 'male',
      avatar,
      skill: 0.45 + random() * 0.5,
    }
  })
}

const FREE_VIDEOS = 3
const VIDEOS = 5

/** Returns an afternoon hour on a day, when a child is home from school. */
const afternoon = (day: number, random: () => number) => new Date(day + (14 + random() * 5) * HOUR_MS - (day % DAY_MS))

function planStudent(student: DemoStudent, n: number, { begin, now }: { begin: Date; now: Date }): DemoEvent[] {
  const random = seededRandom(1_000 + n)
  const joinsAt = afternoon(begin.getTime() + (1 + random() * 20) * DAY_MS, random)
  const events: DemoEvent[] = [{ at: joinsAt, kind: 'join', student }]
  const pays = n % 5 !== 3
  const outcome = n === 12 ? 'returned' : n === 21 ? 'open' : 'paid'
  if (pays) events.push({ at: new Date(joinsAt.getTime() + HOUR_MS), kind: 'pay', student, outcome })
  const hasPaid = pays && outcome === 'paid'
  const count = hasPaid ? 3 + Math.floor(random() * (VIDEOS - FREE_VIDEOS + 1)) : 1 + Math.floor(random() * FREE_VIDEOS)
  // The first quiz is on the day of joining, and the others are spread until yesterday.
  const spanMs = now.getTime() - DAY_MS - joinsAt.getTime()
  const quizAt = (share: number) => afternoon(joinsAt.getTime() + share * spanMs, random)
  for (let video = 0; video < count; video += 1) {
    const at = video === 0 ? joinsAt : quizAt((video + random()) / count)
    events.push({ at: new Date(at.getTime() + 2 * HOUR_MS), kind: 'quiz', student, video, seed: n * VIDEOS + video })
    if (n === 4 && video === 0) events.push({ at: new Date(at.getTime() + 3 * HOUR_MS), kind: 'report', student })
  }
  const quizzes = events.filter((event) => event.kind === 'quiz')
  if (n % 3 !== 1) playInLeagues(quizzes.slice(1), now, random)
  return events.filter((event) => event.at < now)
}

/** Moves a student's last quiz into this week and the one before into last week, so that the weekly leagues are lively. */
function playInLeagues(quizzes: DemoEvent[], now: Date, random: () => number): void {
  const monday = startOfLagosDay(mondayOf(lagosDate(now))).getTime()
  const last = quizzes.pop()
  if (last) last.at = new Date(monday + HOUR_MS / 2 + random() * (now.getTime() - monday - HOUR_MS))
  const earlier = quizzes.pop()
  if (earlier) earlier.at = new Date(monday - (1 + random() * 6) * DAY_MS)
}

const messages = ['How do I change my school?', 'Thank you for the story about the bus!', 'When is the next draw?']

/** Lists the events of a month's draw, at the times when the product runs them automatically. */
function planDraw(month: string): DemoEvent[] {
  const { closesAt, drawsAt } = monthCloses(month)
  const after = (date: Date, ms: number) => new Date(date.getTime() + ms)
  return [
    { at: after(closesAt, HOUR_MS / 4), kind: 'freeze', month },
    { at: after(drawsAt, -STRIKE_BEFORE_MS + 60_000), kind: 'strike', month },
    { at: after(drawsAt, 60_000), kind: 'draw', month },
    { at: after(drawsAt, DAY_MS), kind: 'confirm', month },
  ]
}

/** Plans everything from the beginning of the world until now, in order. */
export function planWorld(now: Date): DemoEvent[] {
  const begin = worldBegin(now)
  const students = planStudents(now)
  const month = lagosDate(begin).slice(0, 7)
  const events: DemoEvent[] = [
    ...students.flatMap((student, n) => planStudent(student, n, { begin, now })),
    ...[month, nextMonth(month)].flatMap(planDraw),
    ...students.slice(0, messages.length).map((student, n): DemoEvent => {
      const at = new Date(begin.getTime() + (25 + 9 * n) * DAY_MS)
      return { at, kind: 'message', student, text: messages[n] ?? '' }
    }),
    {
      at: new Date(begin.getTime() + 30 * DAY_MS),
      kind: 'notification',
      title: 'A new month begins',
      description: 'Your points count for this month’s draw. Watch a video today.',
    },
  ]
  return events.filter(({ at }) => at < now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
