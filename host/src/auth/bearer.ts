/** The credentials of a Bearer `Authorization` header; undefined without one, or for another scheme. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1];
