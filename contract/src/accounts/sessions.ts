// Endpoints that list the devices on which a student or an admin is logged in, and log them out.
import { z } from 'zod'
import { EndedReply } from './lock-out.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

const group = 'Sessions'
const Message = z.object({ message: z.string() })
const Ended = z.object({ message: z.string(), ended: EndedReply })

export const Session = z
  .object({
    _id: z.string(),
    device: z.string(),
    createdAt: field.instant,
    lastSeenAt: field.instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })

const sessionParams = z.object({ sessionId: field.id })

export const listSessions = endpoint({
  group,
  method: 'GET',
  path: '/student/sessions',
  who: 'student',
  summary: 'The devices on which the student is logged in',
  reply: z.object({ sessions: z.array(Session) }),
})

export const endSession = endpoint({
  group,
  method: 'DELETE',
  path: '/student/sessions/:sessionId',
  who: 'student',
  summary: 'Logs another device out',
  params: sessionParams,
  reply: Message,
  fails: ['not_found'],
})

export const endOtherSessions = endpoint({
  group,
  method: 'POST',
  path: '/student/sessions/end-others',
  who: 'student',
  summary:
    'Logs out all other devices, forgets the browsers that have logged in before, and disconnects providers that another device has connected since this one logged in',
  reply: Ended,
})

export const listAdminSessions = endpoint({
  group,
  method: 'GET',
  path: '/admin/sessions',
  who: 'admin',
  summary: 'The devices on which the admin is logged in',
  reply: z.object({ sessions: z.array(Session) }),
})

export const endAdminSession = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/sessions/:sessionId',
  who: 'admin',
  summary: 'Logs another device of the admin out',
  params: sessionParams,
  reply: Message,
  fails: ['not_found'],
})

export const endOtherAdminSessions = endpoint({
  group,
  method: 'POST',
  path: '/admin/sessions/end-others',
  who: 'admin',
  summary: 'Logs out all other devices of the admin and forgets the browsers that have logged in before',
  reply: Ended,
})
