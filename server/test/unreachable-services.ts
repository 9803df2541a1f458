// Addresses where no service is listening, for processes that do not need the external services.

export const unreachableSmtpUrl = 'smtp://127.0.0.1:9'

export const unreachablePaystack = {
  apiUrl: 'http://127.0.0.1:9',
  scriptUrl: 'http://127.0.0.1:9/inline.js',
  secretKey: 'sk_test_nowhere',
  publicKey: 'pk_test_nowhere',
}
