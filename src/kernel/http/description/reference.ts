import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** Copied from its package by `npm run generate`: whoever only runs the platform installs it not. */
const version = '1.72.1'
const copy = new URL(`scalar-${version}.js.br`, import.meta.url)

/** Its version is in its address, so that it can be kept for ever. */
export const bundleName = `scalar-${version}.js`

export const bundle = (): Buffer => brotliDecompressSync(readFileSync(copy))

/** Only what this server gives; styles are set by the reference itself while it draws. */
export const referencePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

// What would call other hosts, or offer the services of the vendor, is off.
const settings = {
  url: '/developers/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'bearerAuth' },
  defaultOpenAllTags: false,
  operationTitleSource: 'summary',
}

/** Starts the reference: a file of its own, so that the page needs no inline script. */
export const starter = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`

export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Receivables platform: reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/developers/assets/${bundleName}"></script>
<script src="/developers/assets/reference.js"></script>
</body>
</html>
`
