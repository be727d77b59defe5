/** Any JSON value: what a record may hold under a format's own name. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
