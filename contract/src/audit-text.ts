// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const auditText = {
  auditLoading: 'Loading audit log...',
  auditFailed: 'Failed to load the audit log.',
} as const
