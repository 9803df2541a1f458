// A student's own entry on the board, with the entries around it.
import { sql, type SQL } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { type LeaderboardEntry, type Neighbours, NEIGHBOURS } from '@baobab/contract/leaderboard/endpoints.ts'
import type { Avatar } from '@baobab/contract/profile/text.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { readRankOnMonday } from './board-weeks.ts'
import { readHidesMovement } from './hide-movement.ts'
import { boardAvatar } from './rules.ts'

type Row = {
  side: 'above' | 'me' | 'below' | 'next'
  id: string
  username: string
  score: number
  is_held: boolean
  avatar: Avatar | null
  is_avatar_public: boolean
}

/** An entry, those around it in board order, and the last one with more points, which may be further away. */
type Neighbourhood = { above: Row[]; me: Row; below: Row[]; next: Row | undefined }

/**
 * Selects a student's listed entry, up to `count` entries on each side, and the next one with more points. Each side is two
 * scans of `standings_board`: one among entries with the same score, and one from the next score on. So it reads only a few
 * index rows, however many entries there are. A row comparison could not use the index, because its columns have different
 * directions.
 */
export function selectNeighbourhood(studentId: string, category: AgeCategory, count = NEIGHBOURS): SQL {
  const listed = sql`from standings where age_category = ${category} and stands`
  const my = (column: 'score' | 'reached_at' | 'id') => sql`(select ${sql.raw(column)} from me)`
  const withMore = (most: number) =>
    sql`select * ${listed} and score > ${my('score')} order by score asc, reached_at desc, id desc limit ${most}`
  const above = sql`(select * ${listed} and score = ${my('score')} and (reached_at, id) < (${my('reached_at')}, ${my('id')})
      order by reached_at desc, id desc limit ${count})
    union all (${withMore(count)})`
  const below = sql`(select * ${listed} and score = ${my('score')} and (reached_at, id) > (${my('reached_at')}, ${my('id')})
      order by reached_at, id limit ${count})
    union all (select * ${listed} and score < ${my('score')} order by score desc, reached_at, id limit ${count})`
  return sql`
    with me as materialized (select * ${listed} and student_id = ${studentId}),
    around as (
      select 'me' as side, * from me
      union all select 'above', near.* from (
        select * from (${above}) as sorted order by score asc, reached_at desc, id desc limit ${count}) as near
      union all select 'below', near.* from (
        select * from (${below}) as sorted order by score desc, reached_at, id limit ${count}) as near
      union all select 'next', near.* from (${withMore(1)}) as near
    )
    select side, around.id, students.username, score, students.held_at is not null as is_held,
      students.avatar, students.is_avatar_public
    from around join students on students.id = student_id
    order by score desc, reached_at, around.id`
}

/** Loads a student's listed entry with those around it; undefined if the student is not listed in the category. */
export async function loadNeighbourhood(
  db: Db,
  studentId: string,
  category: AgeCategory,
): Promise<Neighbourhood | undefined> {
  const { rows } = await db.execute<Row>(selectNeighbourhood(studentId, category))
  const me = rows.find(({ side }) => side === 'me')
  const on = (wanted: Row['side']) => rows.filter(({ side }) => side === wanted)
  return me && { above: on('above'), me, below: on('below'), next: on('next')[0] }
}

/** Returns the entries around a student's own; empty for a student who hides them or is not listed. */
export async function readNeighbours(app: App, studentId: string, category: AgeCategory): Promise<Neighbours> {
  const isHidden = await readHidesMovement(app, studentId)
  const found = isHidden ? undefined : await loadNeighbourhood(app.db, studentId, category)
  if (!found) return { above: [], me: null, below: [], next: null, rankOnMonday: null, isHidden }
  const toEntry = ({ id: _id, username, score, ...row }: Row): LeaderboardEntry => {
    const avatar = boardAvatar({ username, avatar: row.avatar, isAvatarPublic: row.is_avatar_public })
    const rank = app.ranking.rankOf(category, score)
    return { _id, username, score, rank, ...(avatar && { avatar }), ...(row.is_held && { held: true }) }
  }
  return {
    above: found.above.map(toEntry),
    me: toEntry(found.me),
    below: found.below.map(toEntry),
    next: found.next ? toEntry(found.next) : null,
    rankOnMonday: await readRankOnMonday(app, found.me.id, category),
    isHidden,
  }
}
