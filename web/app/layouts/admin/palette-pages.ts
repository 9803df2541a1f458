import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { adminPaths } from '../../admin-paths.ts'
import { mayOpen } from '../admin-pages.ts'
import { text as layoutText } from '../text.ts'
import { text } from './text.ts'
import type { PaletteItem } from './palette-item.ts'

const pages = [
  [adminPaths.dashboard, layoutText.adminHome],
  [adminPaths.users, layoutText.userManagement],
  [adminPaths.registrations, text.registrations],
  [adminPaths.content, layoutText.contentManagement],
  [adminPaths.videos, text.moralVideos],
  [adminPaths.videoUpload, text.addVideo],
  [adminPaths.series, text.series],
  [adminPaths.trivias, text.triviaGames],
  [adminPaths.triviaForm, text.addQuestion],
  [adminPaths.triviaImport, text.spreadsheets],
  [adminPaths.reports, layoutText.reports],
  [adminPaths.regrades, layoutText.regrades],
  [adminPaths.fairPlay, layoutText.fairPlay],
  [adminPaths.scholarship, layoutText.scholarshipManagement],
  [adminPaths.topStudents, text.topStudents],
  [adminPaths.rehearsal, text.rehearsal],
  [adminPaths.payments, layoutText.payments],
  [adminPaths.notification, layoutText.notifications],
  [adminPaths.notificationForm, text.sendNotification],
  [adminPaths.messages, layoutText.messages],
  [adminPaths.team, layoutText.team],
  [adminPaths.auditLog, layoutText.auditLog],
  [adminPaths.system, layoutText.system],
  [adminPaths.setting, layoutText.setting],
] as const

/** Returns the pages that a role may open and whose name has every word that was typed; all of them for no words. */
export function findPages(role: AdminRole, typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return pages
    .filter(([to, label]) => mayOpen(role, to) && words.every((word) => label.toLowerCase().includes(word)))
    .map(([to, label]) => ({ id: to, to, label }))
}
