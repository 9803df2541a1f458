// Text for the export dialog.
export const text = {
  makeFile: 'Create file',
  sending: 'Starting...',
  close: 'Close',
  intro: (selection: string) =>
    `${selection}: all of them, not just this page. The file is prepared in the background and deleted after a day. Exports are logged with your name.`,
  introSelected: (selection: string) =>
    `${selection}: only the ones you selected. The file is prepared in the background and deleted after a day. Exports are logged with your name.`,
  columns: 'Columns in the file',
  personal: 'Personal data: choose only what you need.',
  selectedRows: (rows: string) => `${rows} that you selected`,
  format: 'Format',
  csv: 'CSV',
  csvDetail: 'Plain text for any program',
  xlsx: 'XLSX',
  xlsxDetail: 'A workbook for Excel and LibreOffice',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again...',
  recentFiles: 'Files from the last day',
  waiting: 'The file is being prepared.',
  ready: 'The file is ready.',
  failed: 'The file could not be prepared.',
  waitingChip: 'Preparing',
  failedChip: 'Failed',
  download: 'Download',
  opening: 'Opening...',
  fileOf: (format: string, time: string) => ` ${format} of ${time}`,
} as const
