import { expect, it } from 'vitest'
import { toWhatsAppLink } from './contact-ways.tsx'

it.each([
  ['+234 803 123 4567', 'https://wa.me/2348031234567'],
  ['0803 123 4567', 'https://wa.me/2348031234567'],
  ['+44 (0) 20 7946 0958', 'https://wa.me/442079460958'],
])('%s opens a chat at %s', (number, link) => expect(toWhatsAppLink(number)).toBe(link))
