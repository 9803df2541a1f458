import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DataFolderInUseError, startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'
import { IN_USE, useDataFolder } from './data-folder.ts'

const fixture = useDataFolder()

describe('a locked folder', () => {
  test('refuses a second opening in the same process, also by another path', async () => {
    await fixture.open()
    await expect(startEmbeddedPostgres({ dataDir: fixture.dataDir })).rejects.toBeInstanceOf(DataFolderInUseError)
    await symlink(fixture.dataDir, join(fixture.home, 'link'))
    await expect(startEmbeddedPostgres({ dataDir: join(fixture.home, 'link') })).rejects.toThrow(IN_USE)
  })
})
