import {
  listDuplicates,
  previewMerge,
  type LikelyDuplicate,
  type MergedAccount,
  OtherAccountForm,
  duplicatesText,
} from '@baobab/contract/duplicates/endpoints.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { apiQuery } from '../api/query.ts'
import { useApiForm } from '../forms/use-api-form.ts'
import { ListQuery } from '../lists/admin/admin-list.tsx'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { TextField } from '../ui/fields.tsx'
import { formatDate, formatDateTime } from '../ui/format.ts'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { likenessLabels, text } from './text.ts'

/** Accounts that may belong to the same student, each with a comparison, and those that were merged into this one. */
export function Duplicates({ username }: { username: string }) {
  // Every request is written to the audit log, so it is not repeated when the window regains focus.
  const query = useQuery({
    ...apiQuery(listDuplicates, { params: { username } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Card className="stack stack-3" aria-labelledby="duplicates">
      <h2 className="card__h" id="duplicates">
        {text.might}
      </h2>
      <ListQuery
        query={query}
        failed={duplicatesText.duplicatesFailed}
        loading={duplicatesText.duplicatesLoading}
        skeleton={<RowsSkeleton rows={2} />}
      >
        {({ duplicates, merged }) => (
          <>
            <p className="small muted">{duplicates.length === 0 ? text.nobody : text.notAProof}</p>
            {duplicates.length > 0 && (
              <ul className="twins">
                {duplicates.map((account) => (
                  <Twin key={account.username} username={username} account={account} />
                ))}
              </ul>
            )}
            <Merged accounts={merged} />
          </>
        )}
      </ListQuery>
      <IfAllowed who={previewMerge.who}>
        <CompareForm username={username} />
      </IfAllowed>
    </Card>
  )
}

function Twin({ username, account }: { username: string; account: LikelyDuplicate }) {
  const { email, birth, school, joined, isPaid, alike } = account
  const facts = [
    email ?? text.noEmail,
    text.born(formatDate(noonInLagos(birth))),
    school,
    text.joinedOn(formatDate(new Date(joined))),
  ]
  return (
    <li className="stack stack-2">
      <div className="row between">
        <Link to={adminPaths.student(account.username)}>
          <b>{account.username}</b>
        </Link>
        <IfAllowed who={previewMerge.who}>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.merge(account.username, username)}>
            {text.compare}
            <span className="sr">{text.withAccount(account.username)}</span>
          </Link>
        </IfAllowed>
      </div>
      <span className="small muted">{facts.filter(Boolean).join(', ')}</span>
      <span className="chips">
        {alike.map((likeness) => (
          <Chip key={likeness} kind="info">
            {likenessLabels[likeness]}
          </Chip>
        ))}
        {isPaid && <Chip kind="ok">{text.paid}</Chip>}
      </span>
    </li>
  )
}

function Merged({ accounts }: { accounts: readonly MergedAccount[] }) {
  if (accounts.length === 0) return null
  return (
    <div className="stack stack-2">
      <h3 className="label">{text.merged}</h3>
      <ul className="twins">
        {accounts.map(({ username, mergedAt, reason }) => (
          <li key={username}>{text.mergedOn(username, formatDateTime(new Date(mergedAt)), reason)}</li>
        ))}
      </ul>
    </div>
  )
}

/** Opens the comparison with an account that has nothing in common with this one but belongs to the same student. */
function CompareForm({ username }: { username: string }) {
  const navigate = useNavigate()
  const { field, submit } = useApiForm({
    schema: OtherAccountForm,
    mode: 'onSubmit',
    defaultValues: { into: '' },
    send: async ({ into }) => navigate(adminPaths.merge(into.trim(), username)),
  })
  return (
    <form className="stack stack-3" noValidate aria-labelledby="duplicates" onSubmit={(event) => void submit(event)}>
      <TextField label={text.otherUsername} autoComplete="off" autoCapitalize="none" {...field('into')} />
      <div>
        <Button type="submit" kind="line">
          {text.compareWith}
        </Button>
      </div>
    </form>
  )
}
