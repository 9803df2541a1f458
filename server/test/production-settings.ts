/** Settings accepted in production. No test connects to any of these services. */
export const productionSettings = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/baobab',
  PUBLIC_URL: 'https://baobab.example/',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'hello@baobab.example',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
  PAYSTACK_PUBLIC_KEY: 'pk_live_0123456789abcdef',
}
