// Messages of the admins' notes about a student.

export const studentNotesText = {
  noteAdded: 'The note has been saved.',
  noteDeleted: 'The note has been deleted.',
  tooManyNotes: 'This student has very many notes. Delete some of them first.',
  notesLoading: 'Loading notes...',
  notesFailed: 'We could not load the notes.',
} as const
