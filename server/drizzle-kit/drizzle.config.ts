// The settings of drizzle-kit, which `npm run migration` runs in the root.
export default {
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './server/src/**/*tables.ts',
  out: './server/migrations',
}
