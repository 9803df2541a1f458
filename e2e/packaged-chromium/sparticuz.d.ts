// Declares the part of the package that we use, because types are checked even if it is not installed.
declare module '@sparticuz/chromium' {
  const chromium: { executablePath(): Promise<string> }
  export default chromium
}
