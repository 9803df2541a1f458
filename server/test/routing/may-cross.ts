// Statements of students and visitors that are not routed by one student. Admin pages and jobs read many students, and are not
// listed.

/** A statement, by a part of its text, with single spaces, that no other has. */
type Crossing = { text: string; reason: string }

/** Statements that always concern several students. Citus sends them to the nodes of those students, or to all. */
export const mayCross: readonly Crossing[] = [
  {
    text: `"students" on "students"."id" = "sessions"."student_id" left join "admins"`,
    reason: 'reads the sessions of many requests in one round trip, and their students',
  },
  {
    text: `where "attempts"."student_id" = any($1::uuid[]) and "attempts"."reset_at" is null union select`,
    reason: 'reads the days of a student and of friends',
  },
  {
    text: 'with ordinality as wanted (student_id, title_key',
    reason: 'reads the attempts of many requests in one round trip',
  },
  {
    text: 'as follower (id, category) join "students"',
    reason: 'counts the unread notifications of all open pages of a server',
  },
  { text: 'with me as materialized (select * from standings', reason: 'finds the neighbours on the board' },
  { text: `from "friendships" inner join "students"`, reason: 'reads the friends of a student' },
  { text: `from "friend_codes" inner join "students"`, reason: 'finds the student who gave a code to a friend' },
  { text: `from "draw_entries" inner join "students"`, reason: 'reads who won a draw, which visitors see' },
  { text: `from "draw_entries" left join "students"`, reason: 'writes the file of a draw with its entrants' },
  {
    text: `from "certificates" inner join "students"`,
    reason: 'reads a certificate by the address that was shared, and its student',
  },
  { text: `or "students"."merged_into_id" = $2)`, reason: 'finds the accounts that were merged into a student’s' },
]
