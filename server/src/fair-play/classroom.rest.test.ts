// Honest classes of 30 students on one network within an hour: nobody is flagged, whatever devices they share.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../../test/fair-play.ts'
import { presentedBrowsers } from '../accounts/erased-tables.ts'
import { makeStudent, makeVideo } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { hashNetwork } from '../quiz/hash-network.ts'
import { shuffle, type SnapshotQuestion } from '../quiz/rules.ts'
import { answers, attemptOrigins, attemptReviews, attempts } from '../quiz/tables.ts'
import { fairPlayFlags } from './tables.ts'
import { seededRandom } from '../platform/seeded-random.ts'

const STUDENTS = 30
const QUIZZES = 3
const QUESTIONS = 5
const MINUTE = 60_000

type Pupil = { id: string; ability: number; fastestMs: number }
type Variant = { hasOneComputer: boolean; isBurst: boolean }

const t = await openTestApp()
const pupils: Pupil[] = []
beforeAll(async () => {
  for (let n = 0; n < STUDENTS; n += 1) {
    const { id } = await makeStudent(t)
    // Two know everything and read quickly: they are perfect within twice the minimum reading time.
    pupils.push({ id, ability: n < 2 ? 1 : 0.4 + (0.6 * n) / STUDENTS, fastestMs: n < 2 ? 1_800 : 4_000 })
  }
  // The class's only computer has a browser id for each of them, and it has sent everyone's secrets.
  const others = ({ id }: Pupil) => pupils.filter((other) => other.id !== id)
  const at = t.app.clock.now()
  await t.app.db
    .insert(presentedBrowsers)
    .values(pupils.flatMap((one) => others(one).map((other) => ({ browserId: one.id, presentedId: other.id, at }))))
})

/** Creates a question of about 140 characters; half of those who get it wrong choose the same wrong option. */
function makeQuestion(n: number): SnapshotQuestion {
  const options = ['the right answer', 'a common mistake', 'a rarer mistake', 'another mistake']
  return { id: randomUUID(), question: `${n} ${'word '.repeat(15)}?`, options, correctAnswer: 'the right answer' }
}

function chooseOption({ options, correctAnswer }: SnapshotQuestion, ability: number, random: () => number): string {
  if (random() < ability) return correctAnswer
  const wrong = random()
  return options[wrong < 0.5 ? 1 : wrong < 0.75 ? 2 : 3] ?? ''
}

type Sitting = {
  pupil: Pupil
  startedAt: Date
  questions: SnapshotQuestion[]
  videoId: string
  deviceId: string | null
}

/** Stores a pupil's attempt and a review right after it. @returns when it ended */
async function sit(sitting: Sitting, { isBurst }: Variant, random: () => number): Promise<Date> {
  const { pupil, startedAt, questions, videoId } = sitting
  const [deviceId, browserId] = [sitting.deviceId ?? randomUUID(), sitting.deviceId === null ? randomUUID() : pupil.id]
  const snapshot = shuffle(questions, (below) => Math.floor(random() * below))
  let ms = 0
  const given = snapshot.map((question) => {
    ms += pupil.fastestMs + random() * (pupil.fastestMs < 4_000 ? 800 : 11_000)
    const answer = chooseOption(question, pupil.ability, random)
    return { question, answer, correct: answer === question.correctAnswer, ms }
  })
  const at = (after: number) => new Date(startedAt.getTime() + Math.round(after))
  const right = given.filter(({ correct }) => correct).length
  const [attempt] = await t.app.db
    .insert(attempts)
    .values({
      studentId: pupil.id,
      videoId,
      ageCategory: '11-20',
      videoTitle: 'A tale',
      questionSnapshot: snapshot,
      questionCount: QUESTIONS,
      answeredCount: QUESTIONS,
      correctCount: right,
      startedAt,
      deadline: at(120_000),
      lockedAt: at(ms),
    })
    .returning()
  const attemptId = attempt?.id ?? ''
  await t.app.db.insert(answers).values(
    given.map(({ question, answer, correct, ms: own }, index) => ({
      attemptId,
      questionId: question.id,
      answer,
      correct,
      points: correct ? 10 : 0,
      // After a lost connection, all answers arrive together.
      answeredAt: at(isBurst ? ms + index : own),
    })),
  )
  const networkHash = hashNetwork(t.app, '192.0.2.1')
  await t.app.db.insert(attemptOrigins).values({ attemptId, deviceId, browserId, networkHash, startedAt })
  await t.app.db.insert(attemptReviews).values({ attemptId, at: at(ms + 1_000) })
  return at(ms + 20_000)
}

/** Holds a lesson: every pupil takes the quiz within an hour, in sequence or at the same time. */
async function holdLesson(beginsAt: Date, variant: Variant, random: () => number): Promise<void> {
  const { id: videoId } = await makeVideo(t)
  const questions = Array.from({ length: QUESTIONS }, (_, n) => makeQuestion(n))
  const computer = randomUUID()
  const order = shuffle(pupils, (below) => Math.floor(random() * below))
  // On the only computer, the quick ones come after many others.
  if (variant.hasOneComputer) order.sort((a, b) => Number(a.ability === 1) - Number(b.ability === 1))
  let free = beginsAt
  for (const pupil of order) {
    const startedAt = variant.hasOneComputer ? free : new Date(beginsAt.getTime() + random() * 40 * MINUTE)
    const deviceId = variant.hasOneComputer ? computer : null
    free = await sit({ pupil, startedAt, questions, videoId, deviceId }, variant, random)
  }
}

describe('an honest class of 30 on one network within an hour', () => {
  it.each([
    ['with their own phones', { hasOneComputer: false, isBurst: false }],
    ['with one computer for all', { hasOneComputer: true, isBurst: false }],
    ['whose answers arrive together after a lost connection', { hasOneComputer: false, isBurst: true }],
  ])('is not flagged %s', async (_, variant) => {
    const random = seededRandom(20_261_122)
    for (let lesson = 0; lesson < QUIZZES; lesson += 1) {
      const beginsAt = new Date(t.app.clock.now().getTime() - (lesson + 2) * 24 * 60 * MINUTE)
      await holdLesson(beginsAt, variant, random)
    }
    await examine(t)
    const flags = await t.app.db.select().from(fairPlayFlags)
    expect(flags).toEqual([])
    // A careless rule would flag this class: some were perfect, quick, and just after others.
    const { rows } = await t.app.db.execute<{ suspects: number }>(
      sql`select count(*)::integer as suspects from ${attemptOrigins} where is_suspect`,
    )
    expect(rows[0]?.suspects).toBeGreaterThan(0)
  })
})
