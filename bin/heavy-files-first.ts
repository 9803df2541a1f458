// Runs the test files that take longest first, so that no worker is left with a long one while the others are idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take more than ten seconds on a small machine, the slowest first. */
const heavyFiles = [
  'platform/cluster-location.test.ts',
  'processing/encode-stream.test.ts',
  'processing/make-stream.test.ts',
  'platform/embedded-postgres.test.ts',
  'payments/routes.test.ts',
  'import/fixtures.test.ts',
  'test/bad-input.test.ts',
  'payments/reconcile.test.ts',
  'platform/folder-lock.test.ts',
  'students/list-students.test.ts',
  'payments/races.test.ts',
  'admin/upload-memory.test.ts',
  'videos/routes.test.ts',
  'import/routes.test.ts',
  'test/permissions.test.ts',
]

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = heavyFiles.findIndex((file) => moduleId.endsWith(file))
  return rank < 0 ? heavyFiles.length : rank
}

export class HeavyFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rankOf(one) - rankOf(other) || one.moduleId.localeCompare(other.moduleId))
  }
}
