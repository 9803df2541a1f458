import { listSignInMethods } from '@baobab/contract/accounts/identity-providers.ts'
import { ADDRESS_MAX, SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import { endOtherSessions, endSession, listSessions } from '@baobab/contract/accounts/sessions.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { readMovementSetting, changeMovementSetting, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { listPushSubscriptions } from '@baobab/contract/notifications/endpoints.ts'
import {
  readStudentProfile,
  changeMailSetting,
  updateProfile,
  type StudentProfile,
} from '@baobab/contract/profile/endpoints.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { readMovement } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useOutletContext } from 'react-router'
import { SignInMethodsCard } from '../accounts/identity-providers/sign-in-methods-card.tsx'
import { errorMessage } from '../api/error-message.ts'
import { prefetchPublicSettings } from '../api/public-settings.ts'
import { apiQuery, prefetch, useApiMutation } from '../api/query.ts'
import { studentSession, useStudentSession } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/light/use-api-form.ts'
import { PushCard, PushDevice } from '../notifications/push/push-card.tsx'
import { paths } from '../paths.ts'
import { PaymentsCard } from '../payments/payments-card.tsx'
import { MyDataCard } from '../privacy/my-data-card.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import type { LeaveActions } from '../shell/session-guard.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Empty } from '../ui/empty.tsx'
import { TextField } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { ReadingCard } from '../read-aloud/reading-card.tsx'
import { DownloadsCard } from '../videos/downloads/downloads-card.tsx'
import { CorrectionsList } from './corrections-list.tsx'
import { DisplayCard } from './display-card.tsx'
import { KeptProfileForm } from './kept-profile-form.tsx'
import { NumberState } from './number-state.tsx'
import { StudentPicture } from './picture-upload.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(readStudentProfile, { params: { username: studentSession()?.username ?? '' } })
  prefetch(listSessions, {})
  prefetch(listSignInMethods, {})
  prefetchPublicSettings()
  prefetch(readMovementSetting, {})
  prefetch(listPushSubscriptions, {})
  return null
}

export const meta = () => pageMeta(text.title)

const sessionEndpoints = { list: listSessions, end: endSession, endOthers: endOtherSessions }

export default function Settings() {
  const { logOut, leave } = useOutletContext<LeaveActions>()
  const email = useStudentSession()?.email ?? ''
  return (
    <>
      <PageHead title={text.title} />
      <nav className="chips settings__nav" aria-label={text.sections}>
        {Object.entries(text.sectionTitles).map(([id, title]) => (
          <a key={id} className="chip" href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div className="grid split">
        <Section id="profile">
          <Profile />
          <Link className={buttonClass({ kind: 'line' })} to={paths.student.badges}>
            <Icon name="graduation-cap" />
            {text.badges}
          </Link>
        </Section>
        <div className="stack stack-8">
          <Section id="screen">
            <DisplayCard />
            <ReadingCard />
            <LeaderboardCard />
          </Section>
          <Section id="messages">
            <PushCard />
            <MailCard />
          </Section>
          <Section id="payments">
            <PaymentsCard />
            <DownloadsCard />
          </Section>
          <Section id="logging-in">
            <SignInMethodsCard />
            <SessionsCard
              endpoints={sessionEndpoints}
              renderMore={({ _id, device }) => <PushDevice sessionId={_id} device={device} />}
            />
            <Button kind="line" onClick={logOut}>
              <Icon name="sign-out" />
              {text.logOut}
            </Button>
          </Section>
          <Section id="data">
            <MyDataCard email={email} onErased={(message) => leave(paths.student.login, message)} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** A part of the settings, which the links at the top lead to. */
function Section({ id, children }: { id: keyof typeof text.sectionTitles; children: ReactNode }) {
  return (
    <div className="stack settings__section" id={id} role="group" aria-labelledby={`${id}-title`}>
      <h2 className="settings__h" id={`${id}-title`}>
        {text.sectionTitles[id]}
      </h2>
      {children}
    </div>
  )
}

function Profile() {
  const username = useStudentSession()?.username ?? ''
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  if (!profile.data && profile.error instanceof ApiError && profile.error.status === 404) {
    return (
      <Empty title={profileText.noUserData} help={text.noUserHelp}>
        <PageLink className={buttonClass({ kind: 'line' })} to={paths.contact}>
          {text.contactUs}
        </PageLink>
      </Empty>
    )
  }
  return (
    <QueryView query={profile} failed={profileText.userDataFailed} loading={<ProfileLoading />}>
      {({ data }) => (
        <Card className="stack stack-6" aria-label={text.profile}>
          <StudentPicture profile={data} />
          {data.isKeptByGuardian ? (
            <KeptProfileForm profile={data} birth={formatBirth(data)} />
          ) : (
            <>
              <ProfileForm profile={data} />
              <NumberState profile={data} />
            </>
          )}
          <CorrectionsList />
        </Card>
      )}
    </QueryView>
  )
}

function ProfileLoading() {
  return (
    <Card>
      <Loading text={profileText.profileLoading}>
        <Skeleton shape="square" />
        <div className="kv" aria-hidden="true">
          {['username', 'email', 'birth', 'password', 'number', 'address'].map((field) => (
            <Skeleton key={field} shape="option" />
          ))}
        </div>
        <Skeleton shape="button" />
      </Loading>
    </Card>
  )
}

const changes = [readStudentProfile]

/** Turns optional emails on and off. If the profile cannot be loaded, the form next to it says so. */
function MailCard() {
  const username = useStudentSession()?.username ?? ''
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  const change = useApiMutation(changeMailSetting, { changes })
  const [chosen, setChosen] = useState<boolean>()
  const isShown = chosen ?? profile.data?.data.getsOptionalMails
  if (isShown === undefined || profile.data?.data.email === null) return null

  function choose(getsOptionalMails: boolean) {
    setChosen(getsOptionalMails)
    change.mutate({ body: { getsOptionalMails } }, { onSettled: () => setChosen(undefined) })
  }

  return (
    <Card className="stack stack-3" aria-labelledby="mails">
      <h2 className="card__h" id="mails">
        {text.mails.title}
      </h2>
      <Checkbox
        label={text.mails.label}
        checked={isShown}
        disabled={change.isPending}
        error={change.error ? errorMessage(change.error) : undefined}
        onChange={(event) => choose(event.target.checked)}
      />
      <p className="small muted">{text.mails.help}</p>
    </Card>
  )
}

const leaderboardCardChanges = [readMovementSetting, neighbours, readMovement]

/** Lets a student hide neighbours and movement on the leaderboard. */
function LeaderboardCard() {
  const setting = useQuery(apiQuery(readMovementSetting, {}))
  const change = useApiMutation(changeMovementSetting, { changes: leaderboardCardChanges })
  const [chosen, setChosen] = useState<boolean>()
  const isShown = chosen ?? (setting.data && !setting.data.hidesMovement)

  function choose(isChosen: boolean) {
    setChosen(isChosen)
    change.mutate({ body: { hidesMovement: !isChosen } }, { onSettled: () => setChosen(undefined) })
  }

  return (
    <Card className="stack stack-3" aria-labelledby="leaderboard">
      <h2 className="card__h" id="leaderboard">
        {text.leaderboard.title}
      </h2>
      {setting.isPending && <Loading text={text.leaderboard.loading} />}
      {setting.isError && !setting.data && (
        <InlineFailure
          message={errorMessage(setting.error)}
          isRetrying={setting.isFetching}
          onRetry={() => void setting.refetch()}
        />
      )}
      {isShown !== undefined && (
        <Checkbox
          label={text.leaderboard.showMovement}
          checked={isShown}
          disabled={change.isPending}
          error={change.error ? errorMessage(change.error) : undefined}
          onChange={(event) => choose(event.target.checked)}
        />
      )}
      <p className="small muted">{text.leaderboard.help}</p>
    </Card>
  )
}

const birthFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })
const formatBirth = ({ birth }: StudentProfile) => birthFormat.format(new Date(birth))

const toFormValues = ({ number, address, school }: StudentProfile) => ({ number, address, school: school ?? '' })

function ProfileForm({ profile }: { profile: StudentProfile }) {
  const { username, email } = profile
  const saving = useApiMutation(updateProfile, { changes: [readStudentProfile] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/profile/endpoints.ts')).EditableProfile,
    values: toFormValues(profile),
    send: async (body) => {
      const { message, updatedData } = await saving.mutateAsync({ params: { username }, body })
      form.reset(toFormValues(updatedData), body)
      toast(message)
    },
    failureMessage: profileText.profileFailed,
  })

  return (
    <form className="stack stack-6" noValidate onSubmit={(event) => void submit(event)}>
      <div className="kv">
        <TextField label={text.username} readOnly value={username} />
        {email !== null && <TextField label={text.email} readOnly value={email} />}
        <TextField label={text.birth} readOnly value={formatBirth(profile)} />
        <TextField label={text.password} readOnly type="password" autoComplete="off" value="••••••••••" />
        <TextField label={text.number} type="tel" autoComplete="tel" {...field('number')} />
        <TextField label={text.address} autoComplete="street-address" maxLength={ADDRESS_MAX} {...field('address')} />
        <TextField label={text.school} autoComplete="organization" maxLength={SCHOOL_MAX} {...field('school')} />
      </div>
      <p className="hint">
        {richText(text.fixedFields, {
          methods: <a href="#sign-in-methods">{text.methods}</a>,
        })}
      </p>
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
