// A crowd as a product would have it: names that people choose, schools of many sizes, scores that few reach. Made by
// SQL from the number of each, with a seed of its own, so that every run meets the same people.
import { standingId, studentId } from './people.ts'

/** First names as students of Nigeria have them; usernames begin with them, the first ones far more often. */
const names =
  'ade chi oluwa emma blessing musa favour aisha david ibrahim grace yusuf tunde fatima joy samuel ngozi zainab uche precious kemi bello victor amina ify daniel hauwa tobi peace umar sade obinna mercy segun halima kelechi ruth bola usman nneka john wale maryam ebuka esther femi rukayat chuks gift idris temi salma kunle hope nkem zara dayo queen jide lami ugo safiya kola vera nonso habiba lanre wura ekene bisi abdul tari efe timi oghene ese boma ibim preye inem uwem ekaette itoro nsikak aniekan ubong terna mnena doose sesugh ojo ene ochanya onyi ada mfon rita paul mark luka yakubu sani danjuma talatu asabe kande'.split(
    ' ',
  )

const pick = (list: string, column: string) =>
  `(${list})[1 + floor(power(${column}, 2) * array_length(${list}, 1))::integer]`
const NAMES = `array['${names.join("', '")}']`

/** Four signs that no other number has. */
const sign = (n: string, power: number) =>
  `substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + ((${n} * 7919 % 1679616) / ${36 ** power} % 36)::integer, 1)`
const signs = (n: string) => [3, 2, 1, 0].map((power) => sign(n, power)).join(' || ')

const ROWS = `
select setseed(0.5);
create temporary table crowd as
select drawn.*, substr(case n % 4
    when 0 then ${pick(NAMES, 'a')}
    when 1 then substr(${pick(NAMES, 'a')}, 1, 5) || (array['_', '.', '-'])[1 + (n / 4 % 3)::integer]
    when 2 then substr(${pick(NAMES, 'a')}, 1, 3) || substr(${pick(NAMES, 'b')}, 1, 3)
    else substr(${pick(NAMES, 'b')}, 1, 1) || ${pick(NAMES, 'a')}
  end, 1, 6) || ${signs('n')} as name
from (
  select n, random() as a, random() as b, random() as c, random() as d, random() as e, random() as f, random() as g from NUMBERS
) as drawn`

/** The statements that make `crowd`, students of every age among it, from numbers. */
export const crowdOf = (numbers: string) => ROWS.replace('NUMBERS', numbers)

export const STUDENTS = `
insert into students (id, username, username_key, email, email_key, number, password_hash, birth, gender, address, school,
  verified_at, disqualified_at, email_bounced_at, created_at)
select ${studentId('n')}, initcap(name), name, name || '@example.com', name || '@example.com', '+2348012345678',
  repeat('x', 97), current_date - (4 * 365 + floor(f * case when n % 20 = 0 then 21 else 16 end * 365.25))::integer,
  case when c < 0.5 then 'male' else 'female' end, n || ' Marina Road, Lagos',
  case when d > 0.15 then (array['Unity', 'Government', 'Community', 'Saint Mary', 'Federal', 'Royal', 'Grace', 'École'])
    [1 + floor(power(d, 3) * 1_999)::integer % 8] || ' School ' || floor(power(d, 3) * 1_999)::integer end,
  case when n % 50 > 0 then now() end, case when n % 2_003 = 0 then now() end, case when n % 503 = 0 then now() end,
  now() - g * interval '2 years'
from crowd`.replaceAll(/(\d)_(\d)/g, '$1$2')

/** Four of five have answered; every score is a multiple of ten, and the low ones are crowded. */
export const STANDINGS = `
insert into standings (id, student_id, age_category, score, reached_at, leaves_on, stands)
select ${standingId('n')}, students.id, category, 10 * floor(3000 * power(e, 3))::integer, now() - f * interval '1 year',
  current_date + 200, disqualified_at is null
from crowd join students on students.id = ${studentId('n')},
  lateral (select extract(year from age(current_date, birth)) as years) as old,
  lateral (select case when years between 5 and 10 then '5-10' when years between 11 and 20 then '11-20' end as category) as today
where category is not null and verified_at is not null and n % 5 > 0`

export const PAYMENTS = `
insert into payments (student_id, reference, amount_kobo, state, opened_at, confirmed_at)
select ${studentId('n')}, 'bench-' || n, 100000, 'succeeded', now(), now() from crowd where n % 20 = 1`
