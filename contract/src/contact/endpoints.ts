// The contact form of the public site.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { MESSAGE_MAX, NAME_MAX } from './limits.ts'

export const ContactForm = z.strictObject({
  firstName: field.requiredText({ name: 'First name', max: NAME_MAX }),
  lastName: field.requiredText({ name: 'Last name', max: NAME_MAX }),
  email: field.email,
  message: field.requiredText({ name: 'Message', max: MESSAGE_MAX, lines: true }),
})

export const sendMessage = endpoint({
  group: 'Contact',
  method: 'POST',
  path: '/contact/api/contact',
  who: 'anyone',
  summary: 'Stores a message to the team; five an hour for each email address',
  body: ContactForm,
  bodyLimit: 64 * 1024,
  reply: z.object({ message: z.string() }),
})
