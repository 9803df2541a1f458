import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { ContactWays } from '../shell/contact-ways.tsx'
import { richText } from '../ui/rich-text.tsx'
import { text } from './text.ts'

/** Says who runs the site and how to reach them; nothing if the operator has not given a name. */
export function Operator({ settings }: { settings: PublicSettings }) {
  const { operatorName, operatorAddress } = settings
  if (operatorName === null) return null
  return (
    <div className="stack stack-2">
      <p>
        {richText(operatorAddress === null ? text.runBy : text.runByAt, {
          name: <b>{operatorName}</b>,
          address: operatorAddress ?? '',
        })}
      </p>
      <ContactWays settings={settings} />
    </div>
  )
}
