// Says in a sentence why the server could not start.
import { WrongClockError } from './platform/clock-check.ts'
import { commandName } from './platform/command-name.ts'
import { ConfigError } from './platform/config.ts'
import { DiskFullError } from './platform/database/disk-space.ts'
import { DataFolderInUseError } from './platform/database/embedded/folder-lock.ts'
import { UnsuitableDatabaseError } from './platform/database/unsuitable-database-error.ts'
import { exitCodes } from './platform/exit-codes.ts'
import { PortUnavailableError } from './platform/free-port.ts'
import { FileStoreUnavailableError, findCode, isDatabaseDamaged, isStorageFull } from './platform/http/errors.ts'

/** Why the process ends, in plain words if possible, and the exit code for the process supervisor. */
export type Explanation = { message: string | undefined; code: number }

const cannotWrite: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
}

/** Errors whose own message is for the operator. */
const explained: readonly [kind: abstract new (...args: never[]) => Error, code: number][] = [
  [ConfigError, exitCodes.config],
  [UnsuitableDatabaseError, exitCodes.config],
  [DataFolderInUseError, exitCodes.inUse],
  [DiskFullError, exitCodes.diskFull],
  [PortUnavailableError, exitCodes.portUnavailable],
  [WrongClockError, 1],
  [FileStoreUnavailableError, 1],
]

/** Returns the path that a failed system call names, such as the folder that could not be created. */
function findPath(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('path' in error && typeof error.path === 'string') return error.path
  return 'cause' in error ? findPath(error.cause) : undefined
}

/** Explains an error that ended the start. Without a message, the error is a bug, and its stack says more. */
export function explainFailure(error: unknown): Explanation {
  const known = explained.find(([kind]) => error instanceof kind)
  if (known && error instanceof Error) return { message: error.message, code: known[1] }
  const path = findPath(error)
  const reason = cannotWrite[findCode(error)]
  if (reason !== undefined && path !== undefined)
    return {
      message: `${path} cannot be written: ${reason}. Let the user of the server write there, or set DATA_DIR or FILES_DIR to another folder.`,
      code: exitCodes.notWritable,
    }
  if (isStorageFull(error))
    return {
      message: `The disk is full${path === undefined ? '' : `: ${path} could not be written`}. Free some space, and start again.`,
      code: exitCodes.diskFull,
    }
  if (isDatabaseDamaged(error))
    return {
      message: `The database is damaged, and the server does not write to it. Run "${commandName('verify')}" to see what is damaged.`,
      code: 1,
    }
  return { message: undefined, code: 1 }
}
