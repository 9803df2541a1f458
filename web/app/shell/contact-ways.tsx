import { toDialled } from '@baobab/contract/kernel/phone.ts'
import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { text } from './text.ts'

type Ways = Pick<PublicSettings, 'supportEmail' | 'supportPhone' | 'supportWhatsApp'>

/** Whether the operator has given any way to reach the team. */
export function hasContactWays({ supportEmail, supportPhone, supportWhatsApp }: Ways): boolean {
  return [supportEmail, supportPhone, supportWhatsApp].some((way) => way !== null)
}

/** Links to the ways to reach the team that the operator has given. */
export function ContactWays({ settings: { supportEmail, supportPhone, supportWhatsApp } }: { settings: Ways }) {
  return (
    <ul className="contact-ways">
      {supportPhone !== null && (
        <li>
          <a href={`tel:${toDialled(supportPhone)}`}>{text.call(supportPhone)}</a>
        </li>
      )}
      {supportWhatsApp !== null && (
        <li>
          <a href={toWhatsAppLink(supportWhatsApp)}>{text.whatsApp(supportWhatsApp)}</a>
        </li>
      )}
      {supportEmail !== null && (
        <li>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </li>
      )}
    </ul>
  )
}

/**
 * Returns the link that opens a chat in WhatsApp, which takes the digits of the international form without a plus. A number without a
 * country code is Nigerian.
 */
export function toWhatsAppLink(number: string): string {
  return `https://wa.me/${toDialled(number).replace(/^0/, '234').replace(/\D/g, '')}`
}
