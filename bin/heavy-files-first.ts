// Runs the test files that take longest first, so that no worker is left with a long one while the others are idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take more than twenty seconds on a small machine, the slowest first. */
const heavyFiles = [
  'test/many-servers.test.ts',
  'processing/make-stream.test.ts',
  'scholarship/draws.test.ts',
  'processing/encode-stream.test.ts',
  'platform/embedded-postgres.test.ts',
  'import/fixtures.test.ts',
  'scholarship/list-claims.test.ts',
  'payments/killed-server.test.ts',
  'platform/cluster-location.test.ts',
  'videos/routes.test.ts',
  'platform/prepare-database.test.ts',
  'backup/backup.test.ts',
  'payments/receive-webhook.test.ts',
  'test/bad-input.test.ts',
  'admin/draws-admin.test.ts',
  'payments/ledger.test.ts',
  'test/full-disk.test.ts',
  'test/lost-database.test.ts',
  'admin/witnesses.test.ts',
  'platform/clock-check.test.ts',
  'import/routes.test.ts',
  'test/connections.test.ts',
  'payments/routes.test.ts',
  'privacy/inactive-accounts.test.ts',
  'payments/attention.test.ts',
  'platform/folder-lock.test.ts',
  'platform/jobs.test.ts',
  'admin/maintenance.test.ts',
  'processing/uploads.test.ts',
  'admin/replace-list.test.ts',
  'bulk/video-actions.test.ts',
  'test/fuzz.test.ts',
  'notifications/mail-after-crash.test.ts',
  'payments/reconcile.test.ts',
  'files/file-store.test.ts',
  'test/start.test.ts',
  'admin/upload-memory.test.ts',
  'privacy/breach-report.test.ts',
  'students/list-students.test.ts',
  'admin/killed-upload.test.ts',
  'scholarship/read-boards.test.ts',
  'regrade/regrade.test.ts',
  'metrics/metrics.test.ts',
  'payments/ask-provider.test.ts',
  'platform/server-role.test.ts',
  'fair-play/signals.test.ts',
  'admin/payments.test.ts',
  'media/object-store.test.ts',
  'resumable-upload/routes.test.ts',
  'videos/store-poster.test.ts',
  'admin/poster-and-captions.test.ts',
  'duplicates/merge-races.test.ts',
  'test/prometheus.test.ts',
  'push/send-messages.test.ts',
  'accounts/lockout.test.ts',
  'test/permissions.test.ts',
]

/** The project whose files take longest. A worker ends when the next file is one of another project. */
const heavyProject = 'server'

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = heavyFiles.findIndex((file) => moduleId.endsWith(file))
  return rank < 0 ? heavyFiles.length : rank
}

/** Compares two files: by project, then by the time they take, then by path. */
function compare(one: TestSpecification, other: TestSpecification): number {
  const [project, otherProject] = [one.project.name, other.project.name]
  if (project !== otherProject) {
    if (project === heavyProject) return -1
    return otherProject === heavyProject ? 1 : project.localeCompare(otherProject)
  }
  return rankOf(one) - rankOf(other) || one.moduleId.localeCompare(other.moduleId)
}

export class HeavyFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(compare)
  }
}
