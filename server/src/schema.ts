// All tables, for Drizzle and its migrations.
export * from './platform/tables.ts'
export * from './accounts/tables.ts'
export * from './audit/tables.ts'
export * from './contact/tables.ts'
export * from './leaderboard/tables.ts'
export * from './payments/tables.ts'
export * from './quiz/tables.ts'
export * from './videos/tables.ts'
