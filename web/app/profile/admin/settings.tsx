import { inviteAdmin, readSecondFactor, changePassword } from '@baobab/contract/accounts/admin.ts'
import { PasswordChange } from '@baobab/contract/accounts/forms.ts'
import { adminPasswordRules, listRoles } from '@baobab/contract/accounts/rules.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from '@baobab/contract/accounts/sessions.ts'
import { labelRoles } from '@baobab/contract/accounts/text.ts'
import { readAdminProfile, updateAdminPicture } from '@baobab/contract/profile/endpoints.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { readAdminSettings } from '@baobab/contract/settings/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { HiddenUsername, SecondFactorCodeField, useCodeWhenAsked } from '../../accounts/admin/reauthentication-form.tsx'
import { SecondFactorCard } from '../../accounts/admin/second-factor-card.tsx'
import { EndedNote, type EndedProps } from '../../accounts/ended-note.tsx'
import { PasswordRuleList } from '../../accounts/password-rule-list.tsx'
import { adminPaths } from '../../admin-paths.ts'
import { callApi } from '../../api/call-api.ts'
import { apiQuery, prefetch, invalidate } from '../../api/query.ts'
import { adminSession, useAdminSession } from '../../api/session.ts'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { ProductSettingsCard } from '../../settings/admin/product-settings-card.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { DisplayCard } from '../display-card.tsx'
import { PictureUpload } from '../picture-upload.tsx'
import { SessionsCard } from '../sessions-card.tsx'
import { text as sharedText } from '../text.ts'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(readAdminProfile, { query: { username: adminSession()?.username ?? '' } })
  prefetch(readSecondFactor, {})
  prefetch(readAdminSettings, {})
  prefetch(listAdminSessions, {})
  return null
}

export const meta = () => pageMeta(text.metaTitle)

const sessionEndpoints = { list: listAdminSessions, end: endAdminSession, endOthers: endOtherAdminSessions }

export default function AdminSettings() {
  return (
    <>
      <PageHead title={text.title} />
      <div className="grid split">
        <div className="stack stack-6">
          <Profile />
          <SecondFactorCard />
          <IfAllowed who={readAdminSettings.who}>
            <ProductSettingsCard />
          </IfAllowed>
        </div>
        <div className="stack stack-6">
          <PasswordCard />
          <SessionsCard endpoints={sessionEndpoints} />
          <DisplayCard />
          <IfAllowed who={inviteAdmin.who}>
            <TeamCard />
          </IfAllowed>
        </div>
      </div>
    </>
  )
}

function TeamCard() {
  return (
    <Card className="stack stack-3" aria-labelledby="team">
      <h2 className="card__h" id="team">
        {text.team}
      </h2>
      <p className="muted">{text.teamHelp}</p>
      <div>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.team}>
          {text.openTeam}
        </Link>
      </div>
    </Card>
  )
}

function Profile() {
  const username = useAdminSession()?.username ?? ''
  const profile = useQuery(apiQuery(readAdminProfile, { query: { username } }))
  return (
    <QueryView query={profile} failed={profileText.userDataFailed} loading={<ProfileLoading />}>
      {({ adminData }) => (
        <Card className="stack stack-6" aria-label={sharedText.profile}>
          <PictureUpload
            endpoint={updateAdminPicture}
            changes={readAdminProfile}
            username={username}
            pictureUrl={adminData.profilePicture}
          />
          <div className="kv">
            <TextField label={sharedText.username} readOnly value={adminData.username} />
            <TextField label={sharedText.email} readOnly value={adminData.email} />
            <TextField label={text.role} readOnly value={labelRoles(listRoles(adminData))} />
            <TextField label={sharedText.password} readOnly type="password" autoComplete="off" value="••••••••••" />
          </div>
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
          {['username', 'email', 'password'].map((field) => (
            <Skeleton key={field} shape="option" />
          ))}
        </div>
      </Loading>
    </Card>
  )
}

function PasswordCard() {
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<EndedProps>()
  return (
    <Card className="stack stack-3" aria-labelledby="password">
      <h2 className="card__h" id="password">
        {text.password}
      </h2>
      {isOpen ? (
        <PasswordForm onSaved={setSaved} onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button kind="line" size="sm" onClick={() => setOpen(true)}>
            {text.changePassword}
          </Button>
        </div>
      )}
      {saved && !isOpen && <EndedNote {...saved} />}
    </Card>
  )
}

type FormProps = { onSaved: (saved: EndedProps) => void; onDone: () => void }

function PasswordForm({ onSaved, onDone }: FormProps) {
  const { isCodeAsked, showCode } = useCodeWhenAsked()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: PasswordChange,
    defaultValues: { password: '', newPassword: '' },
    send: async (body) => {
      onSaved(await callApi(changePassword, { body }))
      onDone()
      await invalidate(listAdminSessions)
    },
    onFailure: (error): boolean => showCode(error, focusCode),
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  function focusCode(): void {
    form.setFocus('code')
  }

  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <HiddenUsername />
      <PasswordField label={text.currentPassword} autoComplete="current-password" {...field('password')} />
      <PasswordField label={text.newPassword} autoComplete="new-password" {...field('newPassword')} />
      <PasswordRuleList rules={adminPasswordRules} password={newPassword} />
      {isCodeAsked && <SecondFactorCodeField {...field('code')} />}
      <FormFailureNote failure={failure} />
      <FormButtons busyLabel={isSending && text.changing} cancelLabel={text.cancel} onCancel={onDone}>
        {text.changePassword}
      </FormButtons>
    </form>
  )
}
