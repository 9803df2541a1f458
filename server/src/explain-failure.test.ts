import { expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'
import { ConfigError } from './platform/config.ts'
import { DiskFullError } from './platform/database/disk-space.ts'
import { DataFolderInUseError } from './platform/database/embedded/folder-lock.ts'
import { PortUnavailableError } from './platform/free-port.ts'

const systemError = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) })

it.each([
  [new ConfigError(['PORT is not a number']), 78, 'PORT is not a number'],
  [new DataFolderInUseError('/nowhere'), 75, 'The data folder /nowhere is in use by another process.'],
  [new PortUnavailableError('Port 3000 is in use.'), 69, 'Port 3000 is in use.'],
  [new DiskFullError(), 74, 'The database’s disk is full.'],
  [systemError('EACCES', '/srv/data'), 73, '/srv/data cannot be written: this user may not write there.'],
  [systemError('EROFS', '/srv/data'), 73, '/srv/data cannot be written: the file system is read-only.'],
  [
    new Error('no lock', { cause: systemError('EACCES', '/srv/data/lock') }),
    73,
    '/srv/data/lock cannot be written: this user may not write there.',
  ],
  [systemError('ENOSPC', '/srv/data'), 74, 'The disk is full: /srv/data could not be written. Free some space'],
  [systemError('ENOSPC'), 74, 'The disk is full. Free some space'],
])('%s ends with code %i and a sentence', (error, code, sentence) => {
  const explanation = explainFailure(error)
  expect(explanation.code).toBe(code)
  expect(explanation.message).toContain(sentence)
})

it('a bug has no sentence', () => {
  expect(explainFailure(new TypeError('x is not a function'))).toEqual({ message: undefined, code: 1 })
  // Not a folder of ours: a system call without a path.
  expect(explainFailure(systemError('EACCES'))).toEqual({ message: undefined, code: 1 })
})
