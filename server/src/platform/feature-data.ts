// What a feature stores, and what happens to each student's part of it when the student requests a copy or is erased.
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from './clock.ts'
import type { Check } from './data-check.ts'
import type { Db, Tx } from './database/database.ts'
import type { Distribution } from './database/distribution.ts'

/** A student, with the accounts that were merged into this one: draws and decisions stay with those. */
export type Person = {
  id: string
  ids: string[]
  emailKeys: string[]
  /** The keyed hash of the email, which finds the former account with the same mailbox. */
  addressHash: string
}

type Row = Record<string, unknown>

/** The arguments of a function that reads a copy. */
type Reading = { db: Db; clock: Clock }

/** Code that walks all tables only knows the names and values of these types, so callbacks are declared as methods. */
type Copy<Selected extends Row> =
  | {
      /** The name of its rows in a copy of all data. */
      as: string
      /** Secrets, internals, and data about other people. */
      withheld?: readonly (keyof Selected)[]
      /** Columns of a row that are also withheld at this time. */
      withheldNow?(row: Selected, now: Date): readonly (keyof Selected)[]
      /** Whether a row is copied; true by default. */
      isCopied?(row: Selected): boolean
      /** Reads what is copied instead of the table's own rows, which refer to other students by their ids. */
      read?(app: Reading, person: Person): Promise<Row[]>
    }
  /** Why a copy has none of its rows. */
  | { without: string }

/** `isLast`: runs at the end of the erasure, because others wait for the lock that it takes. */
type Erasure<Selected extends Row> =
  | 'delete'
  /** The values that replace the personal data and the student's id. */
  | { set: Values<Selected> }
  /** Why the rows stay, with the student's id but without personal data. */
  | { keeps: string; set?: Values<Selected>; run?: Erase }
  | { run: Erase; isLast?: true }
  /** The rows are deleted or emptied together with this. */
  | { goesWith: string }

type Values<Selected extends Row> = { [Column in keyof Selected]?: Selected[Column] }
/** @returns the keys of files to delete */
type Erase = (app: { clock: Clock }, tx: Tx, person: Person) => Promise<string[]>
type Of = (person: Person) => SQL

type Described<Selected extends Row> = { copy: Copy<Selected>; erase: Erasure<Selected> }

export type PersonalData = Described<Row> & { of: Of }

/**
 * A table with a column `studentId` contains students' data. For any other table, the feature says so, or says how to find a
 * student's rows.
 */
type PersonalDataOf<Table extends PgTable> = Table extends { studentId: PgColumn }
  ? Described<Table['$inferSelect']> & { of?: Of }
  : 'of no student' | (Described<Table['$inferSelect']> & { of: Of })

type PersonalDataIn<Tables> = {
  [Name in keyof Tables as Tables[Name] extends PgTable ? Name : never]: Tables[Name] extends PgTable
    ? PersonalDataOf<Tables[Name]>
    : never
}

type StoredTable = { table: PgTable; personalData: PersonalData | 'of no student' }

/** What a feature stores. */
export type FeatureData = {
  /** The name of its folder. */
  name: string
  tables?: readonly StoredTable[]
  /** Where the rows of its tables would be on several nodes. A test checks that no table is missing. */
  distribution?: Distribution
  /** Tables whose rows are never changed or deleted, which a trigger enforces. */
  ledgers?: readonly PgTable[]
  /** Other triggers, which protect part of a table, or tell servers what visitors no longer see. */
  triggers?: readonly string[]
  /** The invariants of its tables and files, which `npm run verify` and a nightly job check. */
  checks?: readonly Check[]
}

/**
 * Describes for each table of a feature how a student's rows are copied and erased. Leaving out a table is a type error.
 * @param tables the modules that declare the tables
 */
export function describeTables<Tables extends object>(tables: Tables, personal: PersonalDataIn<Tables>): StoredTable[] {
  const byName = tables as Record<string, PgTable & { studentId?: PgColumn }>
  const described = personal as Record<string, 'of no student' | (Described<Row> & { of?: Of })>
  return Object.entries(described).flatMap(([name, data]): StoredTable[] => {
    const table = byName[name]
    if (!table) return []
    if (data === 'of no student') return [{ table, personalData: data }]
    const { studentId } = table
    const of = data.of ?? (({ ids }) => (studentId ? inArray(studentId, ids) : sql`false`))
    return [{ table, personalData: { ...data, of } }]
  })
}

/** Finds rows by a reference to the rows of a table that has students. */
export function belongingTo(reference: PgColumn, owners: PgTable & { id: PgColumn; studentId: PgColumn }): Of {
  return ({ ids }) => sql`${reference} in (select ${owners.id} from ${owners} where ${inArray(owners.studentId, ids)})`
}

/** Finds rows like `belongingTo`, in a table whose rows also contain the student's id. */
export function belongingToSame({ studentId }: { studentId: PgColumn }, ...owned: Parameters<typeof belongingTo>): Of {
  const isOwned = belongingTo(...owned)
  return (person) => sql`${inArray(studentId, person.ids)} and ${isOwned(person)}`
}
