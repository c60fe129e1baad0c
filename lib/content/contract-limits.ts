/** Limits of the API contract, in the units their names end with. Shared by schemas and forms. */
export const TITLE_MAX_CHARACTERS = 200
export const NOTE_ABOUT_MAX_CHARACTERS = 500
export const POST_DESCRIPTION_MAX_CHARACTERS = 20_000
export const RICH_TEXT_MAX_BYTES = 1_048_576
/** About of somebody who is no admin. */
export const MEMBER_ABOUT_MAX_BYTES = 65_536
export const NAME_MAX_CHARACTERS = 100
export const TOKEN_NAME_MAX_CHARACTERS = 60
export const USERNAME_MIN_CHARACTERS = 3
export const USERNAME_MAX_CHARACTERS = 40
export const EMAIL_MAX_CHARACTERS = 254
export const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 128
export const WEB_ADDRESS_MAX_CHARACTERS = 2_000
export const IMAGE_ALT_MAX_CHARACTERS = 300
export const CAPTION_MAX_CHARACTERS = 300
export const TECH_MAX_CHARACTERS = 500
export const SERIES_MAX_CHARACTERS = 80
export const RELATED_MAX_CHARACTERS = 2_000
export const CHOSEN_NOTES_MAX = 4
export const TECHNOLOGY_NAME_MAX_CHARACTERS = 100
export const TECHNOLOGY_TEXT_MAX_CHARACTERS = 2_000
export const FACT_MAX_CHARACTERS = 120
export const LICENCE_MAX_CHARACTERS = 60
export const POST_LINKS_MAX = 4
export const POST_LINK_LABEL_MAX_CHARACTERS = 40
/** A body of JSON without a long text, such as a sign-in or sign-up form with each field at its maximum. */
export const BODY_MAX_BYTES = 32_768
/** One with the settings, or the CV. */
export const SETTINGS_BODY_MAX_BYTES = 524_288
/** The owner's CV, as JSON without spaces between its parts. */
export const CV_MAX_BYTES = 262_144
/** One with a text of 1 MiB of HTML, which may grow when its quotes are escaped. */
export const TEXT_BODY_MAX_BYTES = 4 * RICH_TEXT_MAX_BYTES
/** The same with the About of somebody who is no admin. */
export const MEMBER_BODY_MAX_BYTES = 4 * MEMBER_ABOUT_MAX_BYTES
/** An uploaded image: just below the body limit of common serverless hosts. */
export const IMAGE_MAX_BYTES = 4 * 1_048_576
/** Of one project. */
export const PICTURES_MAX = 20
export const IMAGE_MAX_PIXELS = 40_000_000
/** The maximum of WebP; with longer rows a decoder needs many times the memory of the pixels. */
export const IMAGE_MAX_SIDE_PIXELS = 16_383
export const IMAGE_MAX_FRAMES = 100
export const IMAGE_DESCRIPTION_MAX_CHARACTERS = 500
/** A hundred alt texts. */
export const IMAGE_DESCRIPTIONS_BODY_MAX_BYTES = 262_144
/** A form with an image: common serverless hosts cut a body at 4.5 MB. */
export const MULTIPART_BODY_MAX_BYTES = 4_450_000
export const FORM_LIMITS = { totalBytes: MULTIPART_BODY_MAX_BYTES, fileBytes: IMAGE_MAX_BYTES }
