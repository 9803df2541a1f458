import { adminRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { roleTexts } from '@baobab/contract/accounts/text.ts'
import { FieldError, useField } from '../../ui/fields.tsx'
import { text } from './text.ts'

type Props = {
  value: readonly AdminRole[]
  onChange: (roles: AdminRole[]) => void
  error?: string | undefined
}

/** All roles, each with an explanation. An owner may do everything, so no other role is chosen with it. */
export function RoleChoice({ value, onChange, error }: Props) {
  const field = useField({ hint: text.team.rolesHint, error })
  const isOwner = value.includes('owner')

  function toggle(role: AdminRole) {
    if (role === 'owner') onChange(isOwner ? [] : ['owner'])
    else onChange(value.includes(role) ? value.filter((one) => one !== role) : [...value, role])
  }

  return (
    <fieldset className="stack stack-3" aria-describedby={field.control['aria-describedby']}>
      <legend className="label">{text.team.roles}</legend>
      <p className="hint" id={field.hintId}>
        {text.team.rolesHint}
      </p>
      <FieldError id={field.errorId}>{error}</FieldError>
      {adminRoles.map((role) => (
        <label key={role} className="opt">
          <input
            type="checkbox"
            checked={value.includes(role)}
            disabled={isOwner && role !== 'owner'}
            onChange={() => toggle(role)}
          />
          <span>
            {roleTexts[role].label}
            <small>{roleTexts[role].description}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
