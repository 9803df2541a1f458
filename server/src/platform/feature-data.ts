// What a feature stores, and what becomes of each student's part of it when the student asks for a copy or is erased.
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from './clock.ts'
import type { Check } from './data-check.ts'
import type { Tx } from './database/database.ts'

/** A student with the accounts that were merged into this one: draws and decisions stay with the latter. */
export type Person = {
  id: string
  ids: string[]
  emailKeys: string[]
  /** The keyed hash of the email, by which the former account of the same mailbox is found. */
  addressHash: string
}

type Row = Record<string, unknown>

/** Code that walks all tables knows only names and values of these types, so callbacks are declared as methods. */
type Copy<Selected extends Row> =
  | {
      /** The name of its rows in a copy of all data. */
      as: string
      /** Secrets, internals, and data about other people. */
      withheld?: readonly (keyof Selected)[]
      /** What else is withheld from a row, at a time. */
      withheldNow?(row: Selected, now: Date): readonly (keyof Selected)[]
      /** Whether a row is copied; the default is yes. */
      isCopied?(row: Selected): boolean
    }
  /** Why a copy has no rows of it. */
  | { without: string }

/** `isLast`: at the end of the erasure, because others wait for the lock that it takes. */
type Erasure<Selected extends Row> =
  | 'delete'
  /** What replaces the personal data, and the student's id. */
  | { set: Values<Selected> }
  /** Why the rows stay, with the student's id and without personal data. */
  | { keeps: string; set?: Values<Selected>; run?: Erase }
  | { run: Erase; isLast?: true }
  /** With what the rows are deleted or emptied. */
  | { goesWith: string }

type Values<Selected extends Row> = { [Column in keyof Selected]?: Selected[Column] }
/** @returns the keys of files to delete */
type Erase = (app: { clock: Clock }, tx: Tx, person: Person) => Promise<string[]>
type Of = (person: Person) => SQL

type Described<Selected extends Row> = { copy: Copy<Selected>; erase: Erasure<Selected> }

export type PersonalData = Described<Row> & { of: Of }

/** A table with a column `studentId` is of students. Of any other a feature says so, or how to find a student's rows. */
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
  /** Tables whose rows are never changed or deleted: a trigger refuses it. */
  ledgers?: readonly PgTable[]
  /** Other triggers, which protect a part of a table, or tell servers what visitors no longer see. */
  triggers?: readonly string[]
  /** What has to hold in its tables and files, which `npm run verify` and a job of each night check. */
  checks?: readonly Check[]
}

/**
 * Says of each table of a feature how a student's rows are copied and erased. A table that is left out is an error of types.
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

/** Finds rows by a reference to those of a table with students. */
export function belongingTo(reference: PgColumn, owners: PgTable & { id: PgColumn; studentId: PgColumn }): Of {
  return ({ ids }) => sql`${reference} in (select ${owners.id} from ${owners} where ${inArray(owners.studentId, ids)})`
}
