/** Any JSON value: what a record may hold under a format's own name. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Whether a value is a JSON object and no array. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
