import { identityProviderSettings } from './identity-providers/settings.ts'
import { smsSettings } from './sms/settings.ts'
import { telemetrySettings } from './telemetry/settings.ts'

/** Every setting with its meaning. A test compares this list with the table in docs/settings.md. */
export const settings = {
  PORT: 'the one port that serves pages, API and media',
  HOST: 'the address that the port is opened on',
  DATA_DIR: 'everything that the embedded default stores: database, files, mailbox',
  FILES_DIR: 'the file store on disk; several servers share one folder here',
  FFMPEG_PATH: "the ffmpeg that prepares videos; else the system's, else videos play as they were uploaded",
  S3_ENDPOINT: 'an S3-compatible object store for the files, in place of FILES_DIR',
  S3_REGION: "the object store's region",
  S3_BUCKET: "the object store's bucket",
  S3_ACCESS_KEY_ID: "the object store's key",
  S3_SECRET_ACCESS_KEY: "the object store's secret",
  MEDIA_ACCEL: 'the internal location of an nginx that serves FILES_DIR, such as `/files/`',
  BACKUP_DIR: 'the folder for backups, on another disk; with it, a backup is made each night',
  BACKUP_KEY:
    'encrypts backups: 64 hexadecimal digits, which you store elsewhere; if they are lost, so are the backups',
  BACKUP_KEEP: 'how many backups are kept; older ones are deleted',
  DATABASE_URL:
    'a PostgreSQL (15 or newer) to use in place of the embedded one; several hosts need target_session_attrs=read-write',
  DATABASE_SESSION_URL: 'the same without a pooler in transaction mode, for jobs and messages between servers',
  DATABASE_MIGRATION_URL:
    'the same for the role that owns the tables; the role of DATABASE_URL then cannot change ledgers',
  DATABASE_READ_URL: 'a streaming replica of DATABASE_URL for the same role, which lists are read from',
  PUBLIC_URL: 'the start of links in mails and redirects',
  SMTP_URL: 'the SMTP server that takes the mail',
  MAIL_FROM: 'the sender of all mails',
  MAIL_REPLY_TO:
    'the address, such as `support@baobab.example`, whose mail the provider delivers to the inbound webhook',
  INBOUND_MAIL_SECRET: 'the password in the URL of the inbound webhook, at least 32 characters',
  ...smsSettings,
  PAYSTACK_SECRET_KEY: "the payment provider's secret key",
  PAYSTACK_PUBLIC_KEY: "the payment provider's public key",
  PAYSTACK_URL: "the payment provider's API",
  PAYSTACK_SCRIPT_URL: "the payment provider's InlineJS, which payment pages load",
  SCHOLARSHIP_REQUIRES_PAYMENT:
    '`true` or `false`: whether only students who have paid are in the draw, from the next month on',
  DRAND_URLS: 'relays (comma-separated) of the public random numbers that decide draws',
  TIMESTAMP_URLS:
    'authorities (RFC 3161, comma-separated) that sign when the lists and notices of draws were published',
  PUSH_SERVICES: 'push services (origins, comma-separated) besides those of the known browsers',
  ...identityProviderSettings,
  PRICE_KOBO: 'the price, in kobo; a price that an admin has set takes precedence',
  SAMPLE_CONTENT:
    '`true` or `false`: whether Home and About show invented funders, partners and quotes, marked as samples',
  GUARDIAN_CONSENT: '`off`, `under-13` or `under-18`: whose registration needs the consent of a parent or guardian',
  RATE_LIMIT_FACTOR:
    'multiplies the rate limits of addresses and accounts; 0 disables them, for benches and the demonstration',
  TRUST_PROXY: 'addresses (CIDR, comma-separated) of proxies whose X-Forwarded-For is trusted',
  LOG_LEVEL: 'fatal, error, warn, info, debug or silent',
  LOG_ACCESS_SAMPLE:
    'the share (0 to 1) of requests with a line in the log; refusals, failures and replies slower than a second always have one',
  ...telemetrySettings,
  NODE_ENV: '`production`, or not set: production starts no sandbox and requires every setting it needs',
  SANDBOX_PEERS: 'private addresses (CIDR, comma-separated) that may use the sandbox besides this machine',
  ACCEPT_CLOCK: '`1`, for one start: the clock was ahead when the newest lines were written, and is right now',
  ALLOW_PLAINTEXT: '`1` lets production send pages and mail without encryption',
} as const
