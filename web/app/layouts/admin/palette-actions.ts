import { changePassword, changeRole, inviteAdmin, readSecondFactor } from '@baobab/contract/accounts/admin.ts'
import type { Who } from '@baobab/contract/accounts/rules.ts'
import { exportAuditLog } from '@baobab/contract/audit/endpoints.ts'
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { startMaintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import { listAllPayments, noteRefund } from '@baobab/contract/payments/admin.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { importQuestions } from '@baobab/contract/quiz/question-import.ts'
import { changeSettings } from '@baobab/contract/settings/endpoints.ts'
import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { uploadVideo } from '@baobab/contract/videos/admin.ts'
import { adminPaths } from '../../admin-paths.ts'

/** What the palette does itself, because no page does it. */
export type PaletteCommand = 'log-out' | 'shortcuts'

export type PaletteAction = {
  label: string
  /** Other words that people type for it. */
  words: string
  /** Who may call the endpoint behind the action. Nobody else sees it. */
  who: Who
} & ({ to: string } | { run: PaletteCommand })

const settings = '/admin/setting'
const auditLog = '/admin/audit-log'

/** The actions that the palette finds, most frequent first. `to` is the page where an action starts. */
export const paletteActions: readonly PaletteAction[] = [
  { label: 'Upload a video', words: 'new add publish movie clip', who: uploadVideo.who, to: adminPaths.videoUpload },
  { label: 'Add a question', words: 'new trivia quiz', who: addQuestion.who, to: adminPaths.triviaForm },
  {
    label: 'Add questions from a spreadsheet',
    words: 'new import upload excel csv kahoot quizizz moodle trivia quiz file',
    who: importQuestions.who,
    to: adminPaths.triviaImport,
  },
  {
    label: 'Send a notification',
    words: 'new announce announcement push tell write students everyone',
    who: notifyAll.who,
    to: adminPaths.notificationForm,
  },
  {
    label: 'Refund a payment',
    words: 'give money back return record',
    who: noteRefund.who,
    to: `${adminPaths.payments}?state=paid`,
  },
  {
    label: 'Check payments that need attention',
    words: 'mismatch dispute problem money',
    who: listAllPayments.who,
    to: adminPaths.paymentsToLookAt,
  },
  {
    label: 'Export students',
    words: 'download csv excel spreadsheet list users',
    who: exportAudience.students,
    to: adminPaths.users,
  },
  {
    label: 'Export payments',
    words: 'download csv excel spreadsheet list money accounting',
    who: exportAudience.payments,
    to: adminPaths.payments,
  },
  {
    label: 'Export questions',
    words: 'download csv excel spreadsheet list trivia quiz',
    who: exportAudience.questions,
    to: adminPaths.trivias,
  },
  { label: 'Export the audit log', words: 'download csv audit', who: exportAuditLog.who, to: auditLog },
  {
    label: 'Disqualify a student',
    words: 'ban block cheat remove user',
    who: disqualifyStudent.who,
    to: adminPaths.users,
  },
  {
    label: 'Invite an admin',
    words: 'new add colleague person member team role',
    who: inviteAdmin.who,
    to: `${adminPaths.team}#invite`,
  },
  {
    label: 'Change the role of an admin',
    words: 'rights permissions access remove team',
    who: changeRole.who,
    to: adminPaths.team,
  },
  {
    label: 'Switch maintenance on or off',
    words: 'pause stop quizzes downtime update',
    who: startMaintenance.who,
    to: `${adminPaths.system}#maintenance`,
  },
  {
    label: 'Change the price, prize or support contacts',
    words: 'settings product naira phone email whatsapp',
    who: changeSettings.who,
    to: `${settings}#product`,
  },
  {
    label: 'Change my password',
    words: 'settings security login',
    who: changePassword.who,
    to: `${settings}#password`,
  },
  {
    label: 'Set up my second factor',
    words: 'settings security 2fa authenticator recovery codes login',
    who: readSecondFactor.who,
    to: `${settings}#second-factor`,
  },
  { label: 'Change my picture', words: 'settings photo profile', who: readAdminProfile.who, to: settings },
  { label: 'Show keyboard shortcuts', words: 'keys help', who: 'admin', run: 'shortcuts' },
  { label: 'Log out', words: 'logout sign out exit leave', who: 'admin', run: 'log-out' },
]
