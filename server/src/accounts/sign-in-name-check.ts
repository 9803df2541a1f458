// Checks that usernames, emails and proved numbers lead to their students.
import { sqlCheck } from '../platform/data-check.ts'

export const signInNameCheck = sqlCheck(
  'sign-in-names',
  'The username, email and proved phone number of each student lead to that student, and no other names do.',
  `with own as (
     select id, kind, value_key from students,
       lateral (values ('username', username_key), ('email', email_key), ('number', proved_number)) as name (kind, value_key)
     where value_key <> 'erased:' || id
   )
   select 'students ' || coalesce(id, student_id) as row, case when id is null then 'it does not have the ' || names.kind
     || ' that leads to it' else 'its ' || own.kind || ' does not lead to it' end as reason
   from own full join sign_in_names as names
     on names.kind = own.kind and names.value_key = own.value_key and names.student_id = own.id
   where id is null or student_id is null`,
)
