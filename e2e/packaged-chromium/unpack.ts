/** Returns the path of the Chromium in an npm package, which unpacks it into the temporary folder. */
export async function unpackChromium(): Promise<string> {
  // Makes the package provide libraries that the machine may lack. It reads this variable when it is imported.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}
