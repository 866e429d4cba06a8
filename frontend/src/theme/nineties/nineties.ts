/** The looks of the 90s computer: its tokens, its faces and its windows. Loaded with the first profile that wears it. */
import './tokens.css';
import './fonts.css';
import './nineties.css';
import './desk.css';
