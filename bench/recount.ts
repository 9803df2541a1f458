// After a storm, compares the database and the leaderboards with the answers and the replies to the students.
import { createClient } from '@baobab/contract/kernel/client.ts'
import { leaderboard, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { query } from './cluster.ts'
import { CATEGORY, studentIdOf } from './seeded-ids.ts'
import type { Taken } from './virtual-student.ts'

type Counted = { student_id: string; score: number; answers: number; right: number; ledger: number }

const COUNT = `
select s.student_id, s.score, coalesce(given.answers, 0)::int as answers, coalesce(given.right, 0)::int as right,
  coalesce((select sum(delta) from standing_changes where standing_id = s.id), 0)::int as ledger
from standings s
left join (
  select attempts.student_id, count(*) as answers, count(*) filter (where correct) as right
  from attempts join answers on attempt_id = attempts.id where age_category = $1 group by 1
) given using (student_id)
where s.age_category = $1`

/** Counts lost answers, duplicate answers, and leaderboard entries that do not match the answers. */
export async function recount(databaseUrl: string, taken: readonly Taken[]) {
  const rows = await query<Counted>(databaseUrl, COUNT, [CATEGORY])
  const byStudent = new Map(rows.map((row) => [row.student_id, row]))
  const found = { lost: 0, doubled: 0, wrong: 0 }
  for (const { student, answered, right } of taken) {
    const row = byStudent.get(studentIdOf(student))
    const kept = row?.answers ?? 0
    found.lost += Math.max(0, answered - kept)
    found.doubled += Math.max(0, kept - answered)
    const points = right * POINTS_PER_ANSWER
    if (row?.score !== points || row.ledger !== points || row.right !== right) found.wrong += 1
  }
  return found
}

/** Counts the rows of a server's leaderboard that differ from the sorted entries. */
export async function wrongPlaces(databaseUrl: string, url: string): Promise<number> {
  const shown = await createClient({ baseUrl: url })(leaderboard, { query: { ageCategory: CATEGORY } })
  const rows = await query<{ id: string; score: number; reached: Date }>(
    databaseUrl,
    'select id, score, reached_at as reached from standings where age_category = $1 and stands',
    [CATEGORY],
  )
  const sorted = rows
    .toSorted((a, b) => b.score - a.score || +a.reached - +b.reached || (a.id < b.id ? -1 : 1))
    .slice(0, LEADERBOARD_SIZE)
  const ranks = new Map<number, number>()
  for (const [index, { score }] of sorted.entries()) if (!ranks.has(score)) ranks.set(score, index + 1)
  const isRight = (index: number) => {
    const [place, wanted] = [shown[index], sorted[index]]
    return place?._id === wanted?.id && place?.score === wanted?.score && place?.rank === ranks.get(place?.score ?? -1)
  }
  return Array.from({ length: Math.max(shown.length, sorted.length) }, (_, n) => isRight(n)).filter((is) => !is).length
}
