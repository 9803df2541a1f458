import { roleTexts } from '@baobab/contract/accounts/text.ts'
import { adminRoles } from '@baobab/contract/accounts/rules.ts'
import type { ComponentProps } from 'react'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { text } from './text.ts'

/** All roles, each explained. For `register`, or with `value` and `onChange`. */
export function RoleChoice(props: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'options' | 'cards'>) {
  const options = adminRoles.map((value) => {
    const { label, description: detail } = roleTexts[value]
    return { value, label, detail }
  })
  return <RadioGroup label={text.team.role} cards options={options} {...props} />
}
