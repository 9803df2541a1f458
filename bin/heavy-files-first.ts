// Runs the test files that take longest first, so that no worker is left with a long one while the others are idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take more than ten seconds on a small machine, the slowest first. */
const heavyFiles = [
  'test/many-servers.test.ts',
  'processing/make-stream.test.ts',
  'processing/encode-stream.test.ts',
  'platform/cluster-location.test.ts',
  'import/fixtures.test.ts',
  'platform/embedded-postgres.test.ts',
  'payments/routes.test.ts',
  'accounts/lockout.test.ts',
  'test/bad-input.test.ts',
  'test/fuzz.test.ts',
  'payments/reconcile.test.ts',
  'platform/folder-lock.test.ts',
  'test/lost-database.test.ts',
  'videos/routes.test.ts',
  'payments/races.test.ts',
  'files/file-store.test.ts',
  'platform/prepare-database.test.ts',
  'quiz/concurrency.test.ts',
  'import/routes.test.ts',
  'media/object-store.test.ts',
  'admin/upload-memory.test.ts',
  'resumable-upload/routes.test.ts',
  'students/list-students.test.ts',
  'platform/clock-check.test.ts',
  'leaderboard/ranking.test.ts',
  'test/connections.test.ts',
  'accounts/registrations.test.ts',
  'test/permissions.test.ts',
  'admin/poster-and-captions.test.ts',
  'payments/daily-comparison.test.ts',
  'platform/database.test.ts',
  'processing/uploads.test.ts',
  'admin/killed-upload.test.ts',
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
