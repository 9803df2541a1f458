import { ADMIN_PASSWORD, newAdminName, PASSWORD, unique } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'POST /student/forgot-password': { callers: 'anyone', body: ({ email }) => ({ email, device: 'unknown' }) },
  'POST /student/guardian-consent': {
    callers: 'anyone',
    body: ({ token, student }) => ({ student: student.id, token }),
  },
  'POST /student/guardian-consent/request': {
    callers: 'anyone',
    body: ({ token, student }) => ({ student: student.id, token }),
  },
  'POST /student/guardian-consent/withdraw': {
    callers: 'anyone',
    body: ({ token, student }) => ({ student: student.id, token }),
  },
  'POST /student/ask-guardian': {
    callers: 'anyone',
    body: ({ email, token }) => ({ email, registration: token, guardianEmail: `parent-${email}` }),
  },
  'POST /student/guardian-answer': {
    callers: 'anyone',
    body: ({ email, token }) => ({ email, registration: token }),
  },
  'POST /student/login': { callers: 'anyone', body: ({ token, login }) => ({ ...login, registration: token }) },
  'POST /student/logout': { callers: 'student' },
  'POST /student/register': {
    callers: 'anyone',
    body: ({ email, person }) => ({
      ...person,
      email,
      username: unique('n'),
      password: PASSWORD,
      repassword: PASSWORD,
      birth: '2012-05-01',
      gender: 'female',
      guardianEmail: `parent-${email}`,
    }),
  },
  'POST /student/resend-code': { callers: 'anyone', body: ({ email, token }) => ({ email, registration: token }) },
  'POST /student/reset-password': {
    callers: 'anyone',
    body: ({ email, token }) => ({ token, email, newPassword: PASSWORD, device: 'unknown' }),
  },
  'POST /student/reset-password/link': { callers: 'anyone', body: ({ email, token }) => ({ token, email }) },
  'POST /student/verify-email': {
    callers: 'anyone',
    body: ({ email, token }) => ({ email, verificationToken: '123456', registration: token }),
  },
  'POST /student/sign-in/:provider/start': { callers: 'anyone', body: ({ token }) => ({ browserHash: token }) },
  'POST /student/sign-in/finish': {
    callers: 'anyone',
    body: ({ returned }) => ({ ...returned, rememberMe: true, device: 'unknown' }),
  },
  'POST /student/sign-in/complete': {
    callers: 'anyone',
    body: ({ email, token, person }) => ({
      ...person,
      ticket: token,
      username: unique('n'),
      email,
      birth: '2012-05-01',
      gender: 'female',
      guardianEmail: `parent-${email}`,
      rememberMe: true,
      device: 'unknown',
    }),
  },
  'POST /student/sign-in/connect': {
    callers: 'anyone',
    body: ({ token }) => ({ ticket: token, password: PASSWORD, rememberMe: true, device: 'unknown' }),
  },
  'POST /student/sign-in/connect/code': { callers: 'anyone', body: ({ token }) => ({ ticket: token }) },
  'GET /student/sign-in-methods': { callers: 'student' },
  'POST /student/sign-in-methods/:provider/start': {
    callers: 'student',
    body: ({ token }) => ({ browserHash: token, password: PASSWORD }),
  },
  'POST /student/sign-in-methods/finish': { callers: 'student', body: ({ returned }) => returned },
  'DELETE /student/sign-in-methods/:provider': { callers: 'student', body: () => ({ password: PASSWORD }) },
  'POST /student/proof-code': { callers: 'student' },
  'PUT /student/password': {
    callers: 'student',
    body: () => ({ newPassword: PASSWORD, repassword: PASSWORD, password: PASSWORD }),
  },
  'DELETE /admin/sessions/:sessionId': { callers: 'admin, session' },
  'POST /admin/sessions/end-others': { callers: 'admin, session' },
  'POST /student/sessions/end-others': { callers: 'student' },
  'DELETE /student/sessions/:sessionId': { callers: 'student' },
  'GET /admin/sessions': { callers: 'admin' },
  'GET /student/sessions': { callers: 'student' },
  'POST /admin/second-factor/begin': { callers: 'admin, session', body: () => ({ password: ADMIN_PASSWORD }) },
  'POST /admin/change-password': {
    callers: 'admin, session',
    body: () => ({ password: ADMIN_PASSWORD, code: '123456', newPassword: 'Papaya9tree!' }),
  },
  'PUT /admin/admins/:adminId/role': { callers: 'owner, password', body: () => ({ role: 'support' }) },
  'DELETE /admin/admins/:adminId': { callers: 'owner, password' },
  'POST /admin/forgot-password': { callers: 'anyone', body: ({ email }) => ({ email, device: 'unknown' }) },
  'POST /admin/invitations': {
    callers: 'owner, password',
    body: ({ email }) => ({ email: `new-${email}`, role: 'content' }),
  },
  'GET /admin/admins': { callers: 'owner auditor' },
  'POST /admin/login': { callers: 'anyone', body: ({ login }) => ({ ...login, code: '123456' }) },
  'POST /admin/logout': { callers: 'admin, session' },
  'POST /admin/second-factor/recovery-codes': {
    callers: 'admin, session',
    body: () => ({ password: ADMIN_PASSWORD, code: '123456' }),
  },
  'GET /admin/second-factor': { callers: 'admin' },
  'POST /admin/confirm': { callers: 'admin, session', body: () => ({ password: ADMIN_PASSWORD, code: '123456' }) },
  'POST /admin/register': {
    callers: 'anyone',
    body: ({ email }) => ({
      username: newAdminName(),
      email,
      password: ADMIN_PASSWORD,
      setupCode: 'x',
      invitation: 'y',
    }),
  },
  'POST /admin/invitations/:invitationId/resend': { callers: 'owner, password' },
  'POST /admin/reset-password': {
    callers: 'anyone',
    body: ({ email, token }) => ({ token, email, newPassword: ADMIN_PASSWORD, device: 'unknown' }),
  },
  'DELETE /admin/invitations/:invitationId': { callers: 'owner, session' },
  'DELETE /admin/second-factor': {
    callers: 'admin, session',
    body: () => ({ password: ADMIN_PASSWORD, code: '123456' }),
  },
  'POST /admin/second-factor': { callers: 'admin, session', body: () => ({ code: '123456' }) },
  'GET /admin/pending-registrations': { callers: 'owner support auditor' },
  'POST /admin/pending-registrations/:registrationId/resend': { callers: 'owner support, session' },
}
